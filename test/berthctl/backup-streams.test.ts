import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import { createPool, type Pool } from "../../adapters/postgres/pool.ts";
import { KEPT_TABLES } from "../../adapters/postgres/schema/platform-tables.ts";
import { readMigrations } from "../../adapters/postgres/schema/migration-list.ts";
import { restorePlatform } from "../../berthctl/move-platform.ts";
import { sharedPostgres } from "../support/postgres.ts";
import { fillTables } from "./fill-tables.ts";

const MAIN = join(import.meta.dirname, "../../berthctl/main.ts");
type Run = Readonly<{ code: number | null; out: Buffer; told: string }>;

/** Runs berthctl as an exec into a pod does: between pipes. */
function berthctl(args: readonly string[], url: string, input: Buffer = Buffer.alloc(0)): Promise<Run> {
  const settings = { BERTH_POSTGRES_URL: url, BERTH_GIT_URL: "http://127.0.0.1:1/none.git" };
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env["PATH"] ?? "", ...settings } });
  const [out, told]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (piece: Buffer) => out.push(piece));
  child.stderr.on("data", (piece: Buffer) => told.push(piece));
  // It may end before it has read all.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out: Buffer.concat(out), told: Buffer.concat(told).toString() }));
  });
}

describe("A backup through pipes", function () {
  this.timeout(300_000);
  let url: string;
  let whole: Run;
  const pools: Pool[] = [];
  const open = (target: string): Pool => {
    const pool = createPool(target, { max: 2 });
    pools.push(pool);
    return pool;
  };
  const usersOf = async (target: string): Promise<number> => {
    const { rows } = await open(target).query<{ n: number }>("SELECT count(*)::int AS n FROM users");
    return rows[0]?.n ?? 0;
  };

  before(async () => {
    url = await (await sharedPostgres()).createDatabase();
    await fillTables(open(url), KEPT_TABLES, 3);
    await fillTables(open(url), ["audit_entries"], 2_000);
    whole = await berthctl(["backup", "-"], url);
  });
  after(async () => {
    for (const pool of pools) await pool.end();
  });

  it("has nothing but the file on its output, and tells the rest aside", () => {
    expect(whole.code, whole.told).to.equal(0);
    expect(gunzipSync(whole.out).toString()).to.match(/^\{"format":"berth-platform-backup\/1"[^]*\nend\t\{.*\}\n$/);
    expect(whole.told)
      .to.match(/^users +3$/m)
      .and.match(/Wrote the backup\. It holds hashes/);
  });

  it("comes back from the input", async () => {
    const target = await (await sharedPostgres()).createEmptyDatabase();
    const { code, told } = await berthctl(["restore", "-"], target, whole.out);
    expect(told).to.contain("Restored the backup of");
    expect(code).to.equal(0);
    expect(await usersOf(target)).to.equal(3);
  });

  it("is refused as a whole where the stream was cut, at its first byte too", async () => {
    const target = await (await sharedPostgres()).createDatabase();
    for (const length of [0, whole.out.length >> 1, whole.out.length - 12]) {
      const { code, told } = await berthctl(["restore", "-"], target, whole.out.subarray(0, length));
      expect(told, String(length)).to.contain("not a whole backup");
      expect(code).to.equal(1);
    }
    expect(await usersOf(target)).to.equal(0);
  });

  it("is refused as a whole where the stream breaks while the rows are read", async () => {
    const target = await (await sharedPostgres()).createDatabase();
    const broken = Readable.from(
      (function* () {
        yield whole.out.subarray(0, whole.out.length >> 1);
        throw new Error("the connection was lost");
      })(),
    );
    const releaseMigrations = async (): Promise<string[]> =>
      (await readMigrations()).migrationDirectories.map(({ path }) => path);
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const parts = { pool: open(target), url: target, release: version, releaseMigrations, say: () => undefined };
    const refusal = await restorePlatform(broken, parts).catch((error: unknown) => String(error));
    expect(refusal).to.contain("not a whole backup");
    expect(await usersOf(target)).to.equal(0);
  });

  it("fails where nobody reads its output to the end", async () => {
    const settings = { BERTH_POSTGRES_URL: url, BERTH_GIT_URL: "http://127.0.0.1:1/none.git" };
    const child = spawn(process.execPath, [MAIN, "backup", "-"], {
      env: { PATH: process.env["PATH"] ?? "", ...settings },
    });
    child.stdout.destroy();
    let told = "";
    child.stderr.on("data", (piece: Buffer) => (told += piece.toString()));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, told]).to.deep.equal([
      1,
      "The output was closed before the backup was whole: what came through is none\n",
    ]);
  });

  it("is not written to a terminal", async () => {
    // script(1) gives it one.
    const command = `${process.execPath} ${MAIN} backup -`;
    const settings = { BERTH_POSTGRES_URL: url, BERTH_GIT_URL: "http://127.0.0.1:1/none.git" };
    const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
      env: { PATH: process.env["PATH"] ?? "", ...settings },
    });
    let seen = "";
    child.stdout.on("data", (piece: Buffer) => (seen += piece.toString()));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(seen.trim()).to.equal(
      "backup - writes the file itself to the output, which is a terminal: send it to a file (backup - > FILE)",
    );
    expect(code).to.equal(2);
  });
});
