/**
 * Reads of a program or library in the form ELF what decides where it runs: for which processor it is, and what it loads. A loader, which would
 * tell the same, runs only the programs of its own processor.
 */
import { open, type FileHandle } from "node:fs/promises";
import type { Architecture } from "../../local/images/describe-image.ts";

/** What a file in the form ELF says of itself. */
type Elf = Readonly<{
  /** Undefined for a processor that no image is made for. */
  architecture: Architecture | undefined;
  /** Names of the libraries that it loads. */
  needed: readonly string[];
  /** Path of the loader that starts it; a library has none. */
  interpreter: string | undefined;
}>;

const MACHINES: Readonly<Record<number, Architecture>> = { 62: "amd64", 183: "arm64" };
const MAGIC = "\x7fELF";
const HEADER_BYTES = 64;
/** 64 bits, the least significant byte first, as all that images are made for. */
const KIND = [2, 1];
const [LOAD, DYNAMIC, INTERPRETER] = [1, 2, 3];
const [NEEDED, STRING_TABLE] = [1, 5];
const ENTRY_BYTES = 16;
const NAME_BYTES_MAX = 4_096;

type Segment = Readonly<{ type: number; offset: number; address: number; size: number }>;

/** Reads a file; undefined where it is of another form. */
export async function readElf(path: string): Promise<Elf | undefined> {
  const file = await open(path);
  try {
    const header = await readAt(file, 0, HEADER_BYTES);
    if (header.length < HEADER_BYTES || header.toString("latin1", 0, 4) !== MAGIC) return undefined;
    if (header[4] !== KIND[0] || header[5] !== KIND[1]) return undefined;
    const segments = await readSegments(file, header);
    return {
      architecture: MACHINES[header.readUInt16LE(18)],
      needed: await readNeeded(file, segments),
      interpreter: await readInterpreter(file, segments),
    };
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, offset: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, offset);
  return buffer.subarray(0, bytesRead);
}

async function readSegments(file: FileHandle, header: Buffer): Promise<readonly Segment[]> {
  const [at, size, count] = [Number(header.readBigUInt64LE(32)), header.readUInt16LE(54), header.readUInt16LE(56)];
  const table = await readAt(file, at, size * count);
  return Array.from({ length: Math.floor(table.length / size) }, (_, index) => {
    const one = table.subarray(index * size, (index + 1) * size);
    return {
      type: one.readUInt32LE(0),
      offset: Number(one.readBigUInt64LE(8)),
      address: Number(one.readBigUInt64LE(16)),
      size: Number(one.readBigUInt64LE(32)),
    };
  });
}

async function readInterpreter(file: FileHandle, segments: readonly Segment[]): Promise<string | undefined> {
  const found = segments.find(({ type }) => type === INTERPRETER);
  return found && textAt(await readAt(file, found.offset, found.size));
}

async function readNeeded(file: FileHandle, segments: readonly Segment[]): Promise<readonly string[]> {
  const dynamic = segments.find(({ type }) => type === DYNAMIC);
  if (dynamic === undefined) return [];
  const table = await readAt(file, dynamic.offset, dynamic.size);
  const entries = Array.from({ length: Math.floor(table.length / ENTRY_BYTES) }, (_, index) => ({
    tag: Number(table.readBigInt64LE(index * ENTRY_BYTES)),
    value: Number(table.readBigUInt64LE(index * ENTRY_BYTES + 8)),
  }));
  const address = entries.find(({ tag }) => tag === STRING_TABLE)?.value;
  if (address === undefined) return [];
  const texts = offsetOf(segments, address);
  const names = entries.filter(({ tag }) => tag === NEEDED).map(({ value }) => texts + value);
  return Promise.all(names.map(async (at) => textAt(await readAt(file, at, NAME_BYTES_MAX))));
}

/** Where in the file lies what is loaded at an address. */
function offsetOf(segments: readonly Segment[], address: number): number {
  const found = segments.find((one) => one.type === LOAD && address >= one.address && address < one.address + one.size);
  if (found === undefined) throw new Error("The names of its libraries lie in none of its segments");
  return address - found.address + found.offset;
}

function textAt(bytes: Buffer): string {
  return bytes.toString("latin1", 0, bytes.indexOf(0));
}
