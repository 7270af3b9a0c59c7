import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { formatTable } from "../bench/report.ts";
import { addResult, parseTables, writeSection, type BenchRecord, type BenchResult } from "./benches/bench-record.ts";
import { compareRecords } from "./benches/compare-records.ts";

/**
 * Runs every bench in turn (or those named):
 * 1. each prints its tables and records them; all together take an hour at most, and what did not fit says so;
 * 2. the newest of each stand in docs/benchmarks.json, with machine, date and load, and from there in docs/benchmarks.md.
 * `--compare BEFORE AFTER` compares two such files, figure by figure.
 */
const ROOT = join(import.meta.dirname, "..");
/** In turn, each with the size that fits the hour with all others; the sizes of docs/benchmarks.md are asked for by hand. */
const BENCHES: Readonly<Record<string, readonly string[]>> = {
  "git-writer": [],
  gateway: [],
  memory: ["--limit=512"],
  audit: [],
  events: [],
  shells: [],
  console: [],
  operator: ["1000", "50"],
  clusters: [],
  scale: [],
  idle: [],
  ladder: ["200", "10000", "20000"],
  chain: [],
  "git-years": ["100000"],
};
const RECORD = join(ROOT, "docs/benchmarks.json");
const DOCUMENT = join(ROOT, "docs/benchmarks.md");
const ALL_SECONDS_MAX = 3_600;
/** One that hangs takes the hour of no other. */
const ONE_SECONDS_MAX = 900;

const asked = process.argv.slice(2);
if (asked[0] === "--compare") compare(asked.slice(1));
else runAll(asked.length > 0 ? asked : Object.keys(BENCHES));

function runAll(names: readonly string[]): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  console.log(machine);
  const endsAtMs = performance.now() + ALL_SECONDS_MAX * 1_000;
  for (const name of names) {
    const result = runBench(name, endsAtMs - performance.now());
    if (result.fault !== undefined) process.exitCode = 1;
    const known = existsSync(RECORD) ? readRecord(RECORD) : undefined;
    const record = addResult(known, machine, name, result);
    writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
    writeFileSync(DOCUMENT, writeSection(readFileSync(DOCUMENT, "utf8"), record));
  }
}

function runBench(name: string, leftMs: number): BenchResult {
  console.log(`\n== ${name}`);
  const date = new Date().toISOString().slice(0, 10);
  if (leftMs < 1_000) return { date, seconds: 0, fault: "not run: the hour was over", tables: [] };
  const folder = mkdtempSync(join(tmpdir(), "berth-bench-"));
  const path = join(folder, "tables");
  writeFileSync(path, "");
  const startedAtMs = performance.now();
  const env = { ...process.env, BENCH_RECORD: path };
  const timeout = Math.ceil(Math.min(leftMs, ONE_SECONDS_MAX * 1_000));
  const command = [join(ROOT, `bench/${name}.ts`), ...(BENCHES[name] ?? [])];
  const { status, signal } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: "inherit", env, timeout });
  const tables = parseTables(readFileSync(path, "utf8"));
  rmSync(folder, { recursive: true });
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  const fault = status === 0 ? undefined : signal === null ? `ended with ${status}` : "cut off: its time was over";
  return { date, seconds, ...(fault !== undefined && { fault }), tables };
}

function compare([before, after]: readonly string[]): void {
  if (before === undefined || after === undefined) throw new Error("Name two files: --compare BEFORE AFTER");
  const figures = compareRecords(readRecord(before), readRecord(after));
  if (figures.length === 0) throw new Error("The two files have no figure in common");
  console.log(formatTable(figures));
}

function readRecord(path: string): BenchRecord {
  return JSON.parse(readFileSync(path, "utf8")) as BenchRecord;
}
