import { expect } from "chai";
import { startPostgres } from "../../support/postgres.ts";
import { createPrisma } from "../../../adapters/postgres/prisma.ts";
import type { Lookup } from "../../../adapters/postgres/remembering-lookup.ts";
import { createPool, inTransaction, isDataFault, isPostgresAway } from "../../../adapters/postgres/pool.ts";

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("isPostgresAway", function () {
  this.timeout(300_000);

  it("tells an absent, a killed and a returning server from a refused statement, for pg and Prisma alike", async () => {
    const postgres = await startPostgres();
    const pool = createPool(await postgres.createDatabase(), { max: 2 });
    const prisma = createPrisma(pool);
    try {
      const refused = await failure(pool.query("SELECT nonsense"));
      expect(isPostgresAway(refused)).to.equal(false);
      expect(isPostgresAway(await failure(prisma.$queryRawUnsafe("SELECT nonsense")))).to.equal(false);
      const shuttingDown = prisma.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
      expect(isPostgresAway(await failure(shuttingDown))).to.equal(true);
      const running = failure(pool.query("SELECT pg_sleep(20)"));
      await failure(pool.query("SELECT 1"));
      await postgres.kill();
      expect(isPostgresAway(await running)).to.equal(true);
      expect(isPostgresAway(await failure(pool.query("SELECT 1")))).to.equal(true);
      expect(isPostgresAway(await failure(prisma.user.findFirst()))).to.equal(true);
      expect(isPostgresAway(await failure(prisma.$executeRaw`SELECT 1`))).to.equal(true);
      expect(isPostgresAway(await failure(inTransaction(pool, (client) => client.query("SELECT 1"))))).to.equal(true);
      await postgres.start();
      expect(await failure(pool.query("SELECT 1"))).to.equal(undefined);
    } finally {
      await prisma.$disconnect();
      await pool.end();
      await postgres.stop();
    }
  });

  it("leaves a server that takes no writes any more, in statements and in transactions", async () => {
    const postgres = await startPostgres();
    const url = await postgres.createDatabase();
    const pool = createPool(url, { max: 1 });
    const write = "CREATE TABLE t ()";
    try {
      for (const work of [() => pool.query(write), () => inTransaction(pool, (client) => client.query(write))]) {
        await pool.query("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
        expect(isPostgresAway(await failure(work()))).to.equal(true);
        expect(await failure(pool.query("CREATE TEMP TABLE u ()")), "another connection").to.equal(undefined);
        const { rows } = await pool.query<{ transaction_read_only: string }>("SHOW transaction_read_only");
        expect(rows[0]?.transaction_read_only).to.equal("off");
        await pool.query("DROP TABLE u");
      }
    } finally {
      await pool.end();
      await postgres.stop();
    }
  });

  it("connects anew while nobody resolves the server's name", async () => {
    const postgres = await startPostgres();
    const url = new URL(await postgres.createDatabase());
    const { hostname } = url;
    url.hostname = "postgres.berth.test";
    let isAway = false;
    const lookup: Lookup = (_, { all }, answer) => {
      if (isAway) answer(Object.assign(new Error("away"), { code: "EAI_AGAIN" }), "");
      else if (all === true) answer(null, [{ address: hostname, family: 4 }]);
      else answer(null, hostname, 4);
    };
    const pool = createPool(url.href, { max: 1, lookup });
    try {
      await pool.query("SELECT 1");
      isAway = true;
      expect(isPostgresAway(await failure(pool.query("SELECT pg_terminate_backend(pg_backend_pid())")))).to.equal(true);
      expect(await failure(pool.query("SELECT 1"))).to.equal(undefined);
    } finally {
      await pool.end();
      await postgres.stop();
    }
  });

  it("lives on when the server dies between two statements of a transaction, whose next one tells of it", async () => {
    const postgres = await startPostgres();
    const pool = createPool(await postgres.createDatabase(), { max: 2 });
    try {
      const fault = await failure(
        inTransaction(pool, async (client) => {
          await client.query("SELECT 1");
          const gone = new Promise((resolve) => client.once("end", () => resolve(undefined)));
          await postgres.kill();
          await gone;
          await client.query("SELECT 1");
        }),
      );
      expect(isPostgresAway(fault), String(fault)).to.equal(true);
      await postgres.start();
      expect(await failure(pool.query("SELECT 1"))).to.equal(undefined);
    } finally {
      await pool.end();
      await postgres.stop();
    }
  });

  it("waits for a connection as long as it is told", async () => {
    const postgres = await startPostgres();
    const pool = createPool(await postgres.createDatabase(), { max: 1, connectionTimeoutMs: 60_000 });
    try {
      // Longer than it would wait untold.
      const long = pool.query("SELECT pg_sleep(3.5)");
      expect(await failure(pool.query("SELECT 1"))).to.equal(undefined);
      await long;
    } finally {
      await pool.end();
      await postgres.stop();
    }
  });

  const ROWS: readonly [name: string, error: unknown, away: boolean, data: boolean][] = [
    ["a refused connection", { code: "ECONNREFUSED" }, true, false],
    ["a refused connection to each address", new AggregateError([{ code: "ECONNREFUSED" }]), true, false],
    ["a shutdown", { code: "57P01" }, true, false],
    ["a fault below another", new Error("x", { cause: { code: "08006" } }), true, false],
    ["a pool that waited in vain", new Error("timeout exceeded when trying to connect"), true, false],
    ["a value that is too long", { code: "22001" }, false, true],
    ["a unique key", { code: "23505" }, false, true],
    ["one row twice in a batch", { code: "21000" }, false, true],
    ["a full disk", { code: "53100" }, false, false],
    ["a deadlock", { code: "40P01" }, false, false],
    ["a missing table", { code: "42P01" }, false, false],
    ["a value that cannot be written as JSON", new TypeError("BigInt"), false, true],
  ];
  for (const [name, error, away, data] of ROWS)
    it(`judges ${name}`, () => expect([isPostgresAway(error), isDataFault(error)]).to.deep.equal([away, data]));
});
