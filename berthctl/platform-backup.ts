/*
 * A backup of the platform: gzip over lines. The first says what it is; then `table<TAB>row as JSON`; the last counts the
 * rows, so that a file that was cut is known. It holds password hashes and API key hashes: keep it like a secret.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip, type Gzip } from "node:zlib";
import { z } from "zod";
import { RestoreRefusedError, type TableRows } from "../adapters/postgres/schema/platform-dump.ts";
import { parseIfJson } from "../contract/json.ts";

const FORMAT = "berth-platform-backup/1";
const ROWS_PER_PIECE = 500;
const END = "end\t";

const backupHeader = z.object({
  format: z.literal(FORMAT),
  release: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
});
const backupEnd = z.object({ rows: z.record(z.string(), z.int()) });

/** Reports that whoever was to take a backup did not take all of it. */
export class OutputClosedError extends Error {
  override readonly name = "OutputClosedError";

  constructor() {
    super("The output was closed before the backup was whole: what came through is none");
  }
}

/** When, by which release and over which schema a backup was made. */
export type BackupHeader = Omit<z.infer<typeof backupHeader>, "format">;
/** Counts the rows of each table. */
type RowCounts = Readonly<Record<string, number>>;
/** A backup that is being read. */
type OpenBackup = Readonly<{
  header: BackupHeader;
  /** Throws at its end when the backup is not whole, so a reader commits only after it. */
  rows: AsyncIterable<TableRows>;
  /** Lets go of what it is read from. */
  close: () => Promise<void>;
}>;
type Dump = (sink: (piece: TableRows) => Promise<void>) => Promise<void>;

/** Writes a backup; the file is there whole or not at all, and only its owner may read it. */
export async function writeBackup(path: string, header: BackupHeader, dump: Dump): Promise<RowCounts> {
  const unfinished = `${path}.unfinished`;
  try {
    const counts = await pack(header, dump, (gzip) => pipeline(gzip, createWriteStream(unfinished, { mode: 0o600 })));
    await rename(unfinished, path);
    return counts;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Sends a backup through a stream; what is cut off lacks its end, and no restore takes it. */
export async function sendBackup(output: Writable, header: BackupHeader, dump: Dump): Promise<RowCounts> {
  const faults: Error[] = [];
  output.on("error", (fault) => faults.push(fault));
  try {
    return await pack(header, dump, (gzip) => pipeline(gzip, output));
  } catch (error) {
    // A broken pipe would be taken for Postgres's connection.
    throw faults.length > 0 ? new OutputClosedError() : error;
  }
}

async function pack(header: BackupHeader, dump: Dump, connect: (gzip: Gzip) => Promise<void>): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  const gzip = createGzip();
  const written = connect(gzip);
  const writeText = (text: string): Promise<void> =>
    new Promise((resolve, reject) => gzip.write(text, (error) => (error ? reject(error) : resolve())));
  try {
    const work = async (): Promise<void> => {
      await writeText(`${JSON.stringify({ format: FORMAT, ...header })}\n`);
      await dump(async ({ table, rows }) => {
        counts[table] = (counts[table] ?? 0) + rows.length;
        await writeText(rows.map((row) => `${table}\t${row}\n`).join(""));
      });
      await writeText(`${END}${JSON.stringify({ rows: counts })}\n`);
      gzip.end();
    };
    await Promise.all([written, work()]);
    return counts;
  } catch (error) {
    gzip.destroy();
    await written.catch(() => undefined);
    throw error;
  }
}

/** Opens a backup, which is read once: it may come through a pipe. */
export async function openBackup(from: string | Readable): Promise<OpenBackup> {
  const lines = linesOf(from);
  const close = async (): Promise<void> => {
    await lines.return();
  };
  try {
    const first = await lines.next();
    if (first.done === true) throw damaged("it is empty");
    return { header: headerOf(first.value), rows: readRows(lines), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* readRows(lines: AsyncIterable<string>): AsyncGenerator<TableRows> {
  const counts: Record<string, number> = {};
  let piece: { table: string; rows: string[] } | undefined;
  let end: RowCounts | undefined;
  for await (const line of lines) {
    if (line.startsWith(END)) {
      end = endOf(line);
      continue;
    }
    const [table, row] = split(line);
    counts[table] = (counts[table] ?? 0) + 1;
    if (piece !== undefined && (piece.table !== table || piece.rows.length === ROWS_PER_PIECE)) {
      yield piece;
      piece = undefined;
    }
    piece ??= { table, rows: [] };
    piece.rows.push(row);
  }
  if (piece !== undefined) yield piece;
  assertWhole(counts, end);
}

async function* linesOf(from: string | Readable): AsyncGenerator<string, void> {
  const gunzip = createGunzip();
  // It hears their faults as long as they live: whoever needs the first line only leaves before a cut is met.
  const reading = typeof from === "string" ? pipeline(createReadStream(from), gunzip) : pipeline(from, gunzip);
  const read = reading.catch(() => undefined);
  try {
    yield* createInterface({ input: gunzip, crlfDelay: Infinity });
  } catch (error) {
    throw damaged((error as Error).message);
  } finally {
    gunzip.destroy();
    await read;
  }
}

function headerOf(line: string): BackupHeader {
  const parsed = backupHeader.safeParse(parseIfJson(line));
  if (!parsed.success) throw damaged(`it does not begin as ${FORMAT}`);
  return parsed.data;
}

function endOf(line: string): RowCounts {
  const parsed = backupEnd.safeParse(parseIfJson(line.slice(END.length)));
  if (!parsed.success) throw damaged("its last line does not parse");
  return parsed.data.rows;
}

function split(line: string): [table: string, row: string] {
  const at = line.indexOf("\t");
  if (at < 1) throw damaged("a line does not name its table");
  return [line.slice(0, at), line.slice(at + 1)];
}

function assertWhole(counts: RowCounts, end: RowCounts | undefined): void {
  if (end === undefined) throw damaged("its end is missing");
  const tables = new Set([...Object.keys(counts), ...Object.keys(end)]);
  for (const table of tables)
    if (counts[table] !== end[table]) throw damaged(`it counts ${end[table] ?? 0} rows of ${table} and has others`);
}

function damaged(reason: string): RestoreRefusedError {
  return new RestoreRefusedError(`The file is not a whole backup of the platform: ${reason}`);
}
