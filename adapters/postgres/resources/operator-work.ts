import { operatorWork, type OperatorWork } from "../../../contract/rest/platform-health.ts";
import type { Queryable } from "../queryable.ts";
import { writeFact } from "./resource-store.ts";

/** Names the fact that has the operator's figures. */
const WORK = "operator/work";

/** The operator's figures as they were written down last. */
export type ToldWork = Readonly<{ work: OperatorWork; observedAt: Date; ageMs: number }>;

/** Writes down what the operator has before it, over what it wrote before. */
export async function writeOperatorWork(db: Queryable, work: OperatorWork): Promise<void> {
  await writeFact(db, WORK, work);
}

/** Reads the operator's figures; undefined where none were written, or by a release that tells others. */
export async function readOperatorWork(db: Queryable): Promise<ToldWork | undefined> {
  const { rows } = await db.query<{ value: unknown; at: Date; age_ms: number }>({
    name: "operator-work",
    text: `SELECT value, updated_at AS at, (extract(epoch FROM now() - updated_at) * 1000)::float8 AS age_ms
      FROM platform_facts WHERE name = $1`,
    values: [WORK],
  });
  const [row] = rows;
  const read = operatorWork.safeParse(row?.value);
  return row === undefined || !read.success ? undefined : { work: read.data, observedAt: row.at, ageMs: row.age_ms };
}
