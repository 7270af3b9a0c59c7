import type pg from "pg";
import { Batches } from "../batches.ts";
import {
  MEMBERSHIPS,
  PRINCIPAL_COLUMNS,
  principalFrom,
  toMemberships,
  toPrincipal,
  type Credential,
  type MemberRecord,
} from "./principal.ts";

/** Whose right to what is asked for; its cluster-wide rights only on request, as they stand in a body of two megabytes at most. */
export type AccessQuestion = Readonly<{
  credential: Credential;
  kind: string;
  id: string;
  asksClusterRights?: boolean;
}>;
/** Who a credential stands for now, and what the resource is, if it is there; both without a thought for what they have to do with each other. */
type AccessAnswer = Readonly<{ principal: MemberRecord | undefined; isThere: boolean; hasClusterRights: boolean }>;

const NOBODY: AccessAnswer = { principal: undefined, isThere: false, hasClusterRights: false };

/** A question about a credential alone. */
const NO_RESOURCE = { kind: "", id: "00000000-0000-0000-0000-000000000000" };

/** So many share a statement that its own costs hardly count, and so few that an answer is read within a few milliseconds. */
const BATCH_MAX = 50;

/**
 * Reads what long connections live by, again and again: all that is asked in one turn is one statement. Each question is judged
 * by itself, and nothing is kept.
 */
export class AccessReads {
  readonly #pool: pg.Pool;
  readonly #batches = new Map<Credential["via"], Batches<AccessQuestion, AccessAnswer>>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Asks with the others of this turn. */
  ask(question: AccessQuestion): Promise<AccessAnswer> {
    const { via } = question.credential;
    let batches = this.#batches.get(via);
    if (batches === undefined) {
      batches = new Batches((questions) => readEach(this.#pool, via, questions), BATCH_MAX);
      this.#batches.set(via, batches);
    }
    return batches.ask(question);
  }

  /** Asks with the others of this turn whom a credential stands for; undefined when it is not valid. */
  async askWho(credential: Credential): Promise<MemberRecord | undefined> {
    return (await this.ask({ credential, ...NO_RESOURCE })).principal;
  }
}

async function readEach(
  pool: pg.Pool,
  via: Credential["via"],
  questions: readonly AccessQuestion[],
): Promise<readonly AccessAnswer[]> {
  const { rows } = await pool.query<unknown[]>({
    name: `access-${via}`,
    text: `SELECT p.*, (${MEMBERSHIPS}), w.place, r.id IS NOT NULL,
        CASE WHEN w.asks THEN r.body->>'cluster_wide_rights' = 'true' END
      FROM unnest($1::bytea[], $2::text[], $3::uuid[], $4::boolean[]) WITH ORDINALITY w (hash, kind, id, asks, place)
      LEFT JOIN LATERAL (${principalFrom(via, "w.hash")}) p ON true
      LEFT JOIN resources r ON r.id = w.id AND r.kind = w.kind AND r.deleted_at IS NULL`,
    values: [
      questions.map(({ credential }) => credential.hash),
      questions.map(({ kind }) => kind),
      questions.map(({ id }) => id),
      questions.map(({ asksClusterRights }) => asksClusterRights === true),
    ],
    rowMode: "array",
  });
  const answers = new Array<AccessAnswer>(questions.length).fill(NOBODY);
  for (const row of rows) {
    const [memberships, place, isThere, hasClusterRights] = row.slice(PRINCIPAL_COLUMNS);
    const isValid = row[0] !== null;
    answers[Number(place) - 1] = {
      principal: isValid ? { ...toPrincipal(via, row), memberships: toMemberships(memberships) } : undefined,
      isThere: isThere === true,
      hasClusterRights: hasClusterRights === true,
    };
  }
  return answers;
}
