import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { dumpPlatform } from "../../adapters/postgres/schema/platform-dump.ts";
import { KEPT_TABLES, LEFT_OUT_TABLES } from "../../adapters/postgres/schema/platform-tables.ts";
import { createPool, type Pool } from "../../adapters/postgres/pool.ts";
import { readMigrations } from "../../adapters/postgres/schema/migration-list.ts";
import { backUpPlatform, restorePlatform, type MoveParts } from "../../berthctl/move-platform.ts";
import { openBackup } from "../../berthctl/platform-backup.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { fillTables } from "./fill-tables.ts";

const ROWS = 503;

describe("A backup of the platform", function () {
  this.timeout(300_000);
  let folder: string;
  let file: string;
  let source: Pool;
  const pools: Pool[] = [];

  const open = (url: string): Pool => {
    const pool = createPool(url, { max: 2 });
    pools.push(pool);
    return pool;
  };
  const partsOf = (pool: Pool): MoveParts => ({
    pool,
    release: "0.1.0",
    releaseMigrations: async () => (await readMigrations()).migrationDirectories.map(({ path }) => path),
    say: () => undefined,
  });
  const contentOf = async (pool: Pool): Promise<string[]> => {
    const lines: string[] = [];
    await dumpPlatform(pool, ({ table, rows }) => {
      lines.push(...rows.map((row) => `${table} ${row}`));
      return Promise.resolve();
    });
    return lines.sort();
  };
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "accepted",
      (error: unknown) => (error as Error).message,
    );

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "berth-backup-"));
    file = join(folder, "platform.gz");
    source = open(await (await sharedPostgres()).createDatabase());
    await fillTables(source, KEPT_TABLES, 3);
    await fillTables(source, ["audit_entries"], ROWS);
    await backUpPlatform(file, partsOf(source));
  });
  after(async () => {
    for (const pool of pools) await pool.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it("decides about every table of the schema", async () => {
    const { rows } = await source.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
    );
    const decided = [...KEPT_TABLES, ...Object.keys(LEFT_OUT_TABLES)];
    expect(decided.sort()).to.deep.equal(rows.map(({ name }) => name).sort());
  });

  it("comes back row by row in a new database, to the last bit", async () => {
    const url = await (await sharedPostgres()).createEmptyDatabase();
    const restored = open(url);
    await restorePlatform(file, { ...partsOf(restored), url });
    const content = await contentOf(restored);
    expect(content).to.deep.equal(await contentOf(source));
    expect(content).to.have.length(KEPT_TABLES.length * 3 + ROWS);
  });

  it("is readable by its owner alone, and leaves no half file beside it", () => {
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(readdirSync(folder)).to.deep.equal(["platform.gz"]);
  });

  it("is refused by a database that has rows, which stay", async () => {
    const before = await contentOf(source);
    const url = await (await sharedPostgres()).createDatabase();
    const other = open(url);
    await fillTables(other, ["users"], 1);
    expect(await refusal(restorePlatform(file, { ...partsOf(other), url }))).to.match(
      /has rows already \(table users\)/,
    );
    expect(await contentOf(other)).to.have.length(1);
    expect(await contentOf(source)).to.deep.equal(before);
  });

  it("is refused as a whole when it was cut, changed, is of another schema or no backup", async () => {
    const text = gunzipSync(readFileSync(file)).toString();
    const lines = text.trimEnd().split("\n");
    const header = JSON.parse(lines[0] ?? "") as { migrations: string[] };
    const bad: Readonly<Record<string, Buffer>> = {
      "cut in the middle of its bytes": readFileSync(file).subarray(0, statSync(file).size >> 1),
      "without its end": gzipSync(`${lines.slice(0, -1).join("\n")}\n`),
      "without a row that others need": gzipSync(`${[...lines.slice(0, 2), ...lines.slice(3)].join("\n")}\n`),
      "without one row": gzipSync(`${[...lines.slice(0, -2), ...lines.slice(-1)].join("\n")}\n`),
      "of another schema": gzipSync(
        text.replace(lines[0] ?? "", JSON.stringify({ ...header, migrations: header.migrations.slice(1) })),
      ),
      "with a table that is not kept": gzipSync(text.replace(/^users\t/m, "sessions\t")),
      "plain text": Buffer.from(text),
      empty: gzipSync(""),
    };
    const url = await (await sharedPostgres()).createDatabase();
    const target = open(url);
    for (const [name, bytes] of Object.entries(bad)) {
      const path = join(folder, "bad.gz");
      writeFileSync(path, bytes);
      const answer = await refusal(restorePlatform(path, { ...partsOf(target), url }));
      expect(answer, name).to.match(/not a whole backup|does not know: sessions|do not fit|that release, then upgrade/);
      expect(await contentOf(target), name).to.deep.equal([]);
    }
    rmSync(join(folder, "bad.gz"));
  });

  it("is left by who needs its first line only, and a cut further on throws at nobody", async () => {
    const path = join(folder, "cut.gz");
    const rows = Array.from({ length: 200 }, () => `users\t${randomBytes(40).toString("hex")}`);
    const header = gunzipSync(readFileSync(file)).toString().split("\n", 1);
    const whole = gzipSync([...header, ...rows].join("\n"));
    writeFileSync(path, whole.subarray(0, whole.length >> 1));
    const thrown: unknown[] = [];
    const hear = (error: unknown): unknown => thrown.push(error);
    // Mocha's own listeners step back: it would blame whichever test runs then.
    const others = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException").on("uncaughtException", hear);
    try {
      for (let round = 0; round < 20; round += 1) {
        const { header: first, close } = await openBackup(path);
        expect(first.release).to.equal("0.1.0");
        await close();
      }
    } finally {
      process.removeListener("uncaughtException", hear);
      for (const other of others) process.on("uncaughtException", other);
      rmSync(path);
    }
    expect(thrown).to.deep.equal([]);
  });

  it("leaves nothing behind when it cannot be written", async () => {
    const path = join(folder, "there-is-no-such-folder", "platform.gz");
    expect(await refusal(backUpPlatform(path, partsOf(source)))).to.match(/ENOENT/);
  });
});
