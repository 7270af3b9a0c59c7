import { hash } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import {
  readMany,
  ResourceReads,
  type ListedRow,
  type ReadMany,
  type ReadOne,
} from "../../../../adapters/postgres/resources/resource-reads.ts";
import type { Credential } from "../../../../adapters/postgres/identity/principal.ts";
import { createDatabase } from "../../../support/postgres.ts";
import { uuidOf } from "../../../operator/mirror/fake-cluster.ts";

type Shown = "unauthenticated" | "absent" | Readonly<{ user: string; id: string }>;

const [ANNA, BEN] = [uuidOf(1), uuidOf(2)];
const SHOP_OF = { [ANNA]: uuidOf(11), [BEN]: uuidOf(12) };
const REMOVED = uuidOf(13);
const keyOf = (name: string): Credential => ({ via: "api_key", hash: hash("sha256", name, "buffer") });
const shownOf = (found: ReadOne | undefined): Shown => {
  if (found === undefined) return "unauthenticated";
  return found.row === undefined ? "absent" : { user: found.principal.userId, id: found.row.id };
};

describe("Reads that share a statement", function () {
  this.timeout(300_000);
  let pool: pg.Pool;
  let statements = 0;
  let reads: ResourceReads;

  before(async () => {
    pool = new pg.Pool({ connectionString: await createDatabase(), max: 2 });
    const counting = { query: (query: pg.QueryConfig) => ((statements += 1), pool.query(query)) };
    reads = new ResourceReads(counting as unknown as pg.Pool);
    for (const user of [ANNA, BEN]) {
      await pool.query("INSERT INTO users (id, email, name, updated_at) VALUES ($1, $2, 'x', now())", [
        user,
        `${user}@example.com`,
      ]);
      await pool.query("INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, $2, $2, now())", [
        user,
        `org-${user}`,
      ]);
      await pool.query("INSERT INTO memberships (role, organization_id, user_id) VALUES ('owner', $1, $1)", [user]);
      for (const [name, revokedAt] of [
        [user, null],
        [`revoked ${user}`, new Date()],
      ] as const)
        await pool.query(
          "INSERT INTO api_keys (id, key_hash, key_prefix, name, user_id, revoked_at) VALUES (gen_random_uuid(), $1, 'brt', 'x', $2, $3)",
          [keyOf(name).hash, user, revokedAt],
        );
      await put(SHOP_OF[user]!, user);
    }
    await put(REMOVED, ANNA, new Date());
  });
  after(() => pool.end());

  async function put(id: string, owner: string, deletedAt: Date | null = null): Promise<void> {
    await pool.query(
      `INSERT INTO resources (id, uid, kind, namespace, object_name, display_name, organization_id, user_id, status, generation,
        resource_version, body, created_at, updated_at, deleted_at)
        VALUES ($1::text::uuid, $1::text, 'Deployment', 'org', $1::text, 'shop', $2::uuid, $2::uuid, 'running', 1, 1, '{}', now(), now(), $3)`,
      [id, owner, deletedAt],
    );
  }
  /** Reads all in one turn. */
  const readAll = async (asked: readonly (readonly [key: string, id: string])[]): Promise<Shown[]> => {
    statements = 0;
    return (await Promise.all(asked.map(([key, id]) => reads.one("Deployment", keyOf(key), id)))).map(shownOf);
  };

  it("judge each by its own credential: what is another's, removed or nowhere is absent, and who is nobody hears that", async () => {
    const [annas, bens] = [SHOP_OF[ANNA]!, SHOP_OF[BEN]!];
    const found = await readAll([
      [BEN, bens],
      ["nobody", annas],
      [ANNA, annas],
      [ANNA, bens],
      [BEN, annas],
      [ANNA, REMOVED],
      [`revoked ${ANNA}`, annas],
      [ANNA, annas],
    ]);
    expect(found).to.deep.equal([
      { user: BEN, id: bens },
      "unauthenticated",
      { user: ANNA, id: annas },
      "absent",
      "absent",
      "absent",
      "unauthenticated",
      { user: ANNA, id: annas },
    ]);
    expect(statements).to.equal(1);
  });

  it("are of no more than eight each, and each finds its own among hundreds", async () => {
    const users = Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? ANNA : BEN));
    const found = await readAll(users.map((user) => [user, SHOP_OF[user]!] as const));
    expect(found).to.deep.equal(users.map((user) => ({ user, id: SHOP_OF[user] })));
    expect(statements).to.equal(Math.ceil(300 / 8));
  });
});

describe("Pages of large resources", function () {
  this.timeout(300_000);
  let pool: pg.Pool;
  const key = keyOf("anna");

  before(async () => {
    pool = new pg.Pool({ connectionString: await createDatabase(), max: 2 });
    const mine = [ANNA];
    await pool.query(
      "INSERT INTO users (id, email, name, updated_at) VALUES ($1, 'anna@example.com', 'x', now())",
      mine,
    );
    await pool.query("INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, 'x', 'org', now())", mine);
    await pool.query("INSERT INTO memberships (role, organization_id, user_id) VALUES ('owner', $1, $1)", mine);
    await pool.query(
      "INSERT INTO api_keys (id, key_hash, key_prefix, name, user_id) VALUES (gen_random_uuid(), $1, 'brt', 'x', $2)",
      [key.hash, ANNA],
    );
  });
  after(() => pool.end());

  /** Makes deployments with a text, the newest first by their number. */
  const fill = async (count: number, text: string): Promise<void> => {
    await pool.query("DELETE FROM resources");
    await pool.query(
      `INSERT INTO resources (id, uid, kind, namespace, object_name, display_name, organization_id, user_id, status, generation,
        resource_version, body, created_at, updated_at)
      SELECT gen_random_uuid(), n::text, 'Deployment', 'org', n::text, n::text, $1::uuid, $1::uuid, 'running', 1, 1,
        jsonb_build_object('n', n, 'text', ${text}), now() - n * interval '1 second', now() FROM generate_series(1, $2::int) n`,
      [ANNA, count],
    );
  };
  const pageAfter = async (after?: ListedRow): Promise<ReadMany> =>
    (await readMany(pool, key, { kind: "Deployment", organizationId: ANNA }, { limit: 200, after }))!;
  const numbersOf = ({ rows }: ReadMany): number[] => rows.map(({ body }) => (JSON.parse(body) as { n: number }).n);

  for (const [name, text] of [
    ["that Postgres compresses to a hundredth", "repeat('x', 3000000)"],
    [
      "that it cannot compress",
      "(SELECT string_agg(chr(19968 + (random() * 20000)::int), '') FROM generate_series(1, 1000000))",
    ],
  ] as const)
    it(`end early with text ${name}, and go on where they ended`, async () => {
      await fill(12, text);
      let page = await pageAfter();
      const seen = numbersOf(page);
      expect(seen).to.deep.equal([1, 2, 3, 4, 5, 6]);
      while (page.hasMore) {
        page = await pageAfter(page.rows.at(-1));
        seen.push(...numbersOf(page));
      }
      expect(seen).to.deep.equal(Array.from({ length: 12 }, (_, index) => index + 1));
    });

  it("are whole where each has as much as most have, compressed by Postgres too", async () => {
    await fill(200, "repeat('x', 3000) || (SELECT string_agg(md5(n || ' ' || k), '') FROM generate_series(1, 40) k)");
    const { rows: stored } = await pool.query(
      "SELECT pg_column_compression(body) AS by, count(*)::int FROM resources GROUP BY 1",
    );
    expect(stored).to.deep.equal([{ by: "pglz", count: 200 }]);
    const { rows, hasMore } = await pageAfter();
    expect([rows.length, hasMore]).to.deep.equal([200, false]);
  });

  it("count what is stored in little as the text that it is", async () => {
    await fill(30, "repeat('x', 1000000)");
    expect(numbersOf(await pageAfter())).to.have.length(17);
  });
});
