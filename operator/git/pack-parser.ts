import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { applyDelta } from "./delta.ts";
import { GitError } from "./git-error.ts";
import { objectId } from "./git-object.ts";
import type { ObjectKind } from "./git-object.ts";

/** What a fetch is for: commits and trees by hex id. Blobs are read past and dropped unless they are asked for. */
export type ParsedPack = Readonly<{
  commits: Map<string, Buffer>;
  trees: Map<string, Buffer>;
  blobs: Map<string, Buffer>;
}>;

type Resolved = Readonly<{ kind: ObjectKind | "tag"; body?: Buffer }>;
type Waiting = Readonly<{ base: string; delta: Buffer; offset: number }>;
type Entry = Readonly<{ kind: number; size: number; offset: number }>;

const KINDS: Readonly<Record<number, Resolved["kind"]>> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };
const DROPPED: Resolved = { kind: "blob" };
const OFS_DELTA = 6;
const REF_DELTA = 7;

/** Parses a self-contained pack, checks its checksum and keeps its commits and trees, and its blobs when asked to. */
export function parsePack(pack: Buffer, keepsBlobs = false): ParsedPack {
  assertWhole(pack);
  const parser = new PackParser(pack, keepsBlobs);
  return parser.parse(pack.readUInt32BE(8));
}

function assertWhole(pack: Buffer): void {
  const end = pack.length - 20;
  const good = end >= 12 && pack.toString("latin1", 0, 4) === "PACK" && pack.readUInt32BE(4) === 2;
  if (!good || !createHash("sha1").update(pack.subarray(0, end)).digest().equals(pack.subarray(end))) {
    throw new GitError("GitUnavailable", "The Git server sent a pack that is cut or damaged");
  }
}

class PackParser {
  readonly #pack: Buffer;
  readonly #byOffset = new Map<number, Resolved>();
  readonly #byId = new Map<string, Resolved>();
  readonly #result: ParsedPack = { commits: new Map(), trees: new Map(), blobs: new Map() };
  readonly #keepsBlobs: boolean;
  #waiting: Waiting[] = [];
  #position = 12;

  constructor(pack: Buffer, keepsBlobs: boolean) {
    this.#pack = pack;
    this.#keepsBlobs = keepsBlobs;
  }

  parse(count: number): ParsedPack {
    for (let i = 0; i < count; i += 1) this.#readEntry();
    // A delta may stand before its base: repeat until nothing moves. What stays are deltas of dropped blobs;
    // were it a tree, whoever needs it finds it missing.
    for (let left = Infinity; this.#waiting.length < left && this.#waiting.length > 0;) {
      const before = this.#waiting;
      left = before.length;
      this.#waiting = [];
      for (const entry of before) this.#resolve(this.#findBase(entry.base), entry);
    }
    return this.#result;
  }

  #readEntry(): void {
    const entry = this.#readHeader();
    const kind = KINDS[entry.kind];
    if (kind !== undefined) {
      this.#keep(entry.offset, kind, this.#inflate(entry.size));
      return;
    }
    if (entry.kind !== OFS_DELTA && entry.kind !== REF_DELTA) throw damaged();
    const base = entry.kind === OFS_DELTA ? `@${entry.offset - this.#readOffset()}` : this.#readId();
    const delta = this.#inflate(entry.size);
    this.#resolve(this.#findBase(base), { base, delta, offset: entry.offset });
  }

  #findBase(base: string): Resolved | undefined {
    return base.startsWith("@") ? this.#byOffset.get(Number(base.slice(1))) : this.#byId.get(base);
  }

  #resolve(base: Resolved | undefined, entry: Waiting): void {
    if (base === undefined) {
      this.#waiting.push(entry);
    } else if (base.body === undefined) {
      this.#byOffset.set(entry.offset, base);
    } else {
      const body = applyDelta(base.body, entry.delta);
      this.#keep(entry.offset, base.kind, body);
    }
  }

  #keep(offset: number, kind: Resolved["kind"], body: Buffer): void {
    if (kind === "tag" || (kind === "blob" && !this.#keepsBlobs)) {
      this.#byOffset.set(offset, DROPPED);
      return;
    }
    const id = objectId(kind, body).toString("hex");
    const object = { kind, body };
    this.#byOffset.set(offset, object);
    this.#byId.set(id, object);
    const kept = { commit: this.#result.commits, tree: this.#result.trees, blob: this.#result.blobs };
    kept[kind].set(id, body);
  }

  #readHeader(): Entry {
    const offset = this.#position;
    let byte = this.#readByte();
    const kind = (byte >> 4) & 7;
    let size = byte & 15;
    for (let scale = 16; byte >= 0x80; scale *= 128) {
      byte = this.#readByte();
      size += (byte & 0x7f) * scale;
    }
    return { kind, size, offset };
  }

  #readOffset(): number {
    let byte = this.#readByte();
    let value = byte & 0x7f;
    while (byte >= 0x80) {
      byte = this.#readByte();
      value = (value + 1) * 128 + (byte & 0x7f);
    }
    return value;
  }

  #readId(): string {
    this.#position += 20;
    return this.#pack.toString("hex", this.#position - 20, this.#position);
  }

  #readByte(): number {
    const byte = this.#pack[this.#position];
    if (byte === undefined) throw damaged();
    this.#position += 1;
    return byte;
  }

  #inflate(size: number): Buffer {
    const input = this.#pack.subarray(this.#position);
    // `info` is missing from the types: it returns the engine, which knows how much input the object took.
    const options = { info: true, chunkSize: Math.max(64, size + 1), maxOutputLength: Math.max(64, size + 1) };
    const answer: unknown = inflateSync(input, options);
    const { buffer, engine } = answer as { buffer: Buffer; engine: { bytesWritten: number } };
    if (buffer.length !== size) throw damaged();
    this.#position += engine.bytesWritten;
    return buffer;
  }
}

function damaged(): GitError {
  return new GitError("GitUnavailable", "The Git server sent a pack that does not parse");
}
