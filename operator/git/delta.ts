import { GitError } from "./git-error.ts";

const INSERT_MAX = 127;
const COPY_MAX = 0xff_ff_ff;

/** Collects the edits that turn one byte string into another, in Git's delta format. */
export class DeltaBuilder {
  readonly #parts: Buffer[] = [];

  copy(offset: number, length: number): void {
    for (let done = 0; done < length; done += COPY_MAX) {
      const size = Math.min(COPY_MAX, length - done);
      this.#parts.push(copyOperation(offset + done, size));
    }
  }

  insert(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; done += INSERT_MAX) {
      const piece = bytes.subarray(done, done + INSERT_MAX);
      this.#parts.push(Buffer.of(piece.length), piece);
    }
  }

  build(baseSize: number, targetSize: number): Buffer {
    return Buffer.concat([varint(baseSize), varint(targetSize), ...this.#parts]);
  }
}

function copyOperation(offset: number, size: number): Buffer {
  const bytes = [0x80];
  const add = (value: number, flag: number): void => {
    if (value === 0) return;
    bytes[0] = (bytes[0] ?? 0) | flag;
    bytes.push(value);
  };
  for (let i = 0; i < 4; i += 1) add((offset >>> (8 * i)) & 0xff, 1 << i);
  for (let i = 0; i < 3; i += 1) add((size >>> (8 * i)) & 0xff, 0x10 << i);
  return Buffer.from(bytes);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** Applies a delta; a delta that does not fit its base is an error. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const cursor = { offset: 0 };
  const baseSize = readVarint(delta, cursor);
  const target = Buffer.alloc(readVarint(delta, cursor));
  if (baseSize !== base.length) throw badDelta();
  let written = 0;
  while (cursor.offset < delta.length) {
    const operation = readByte(delta, cursor);
    if (operation === 0) throw badDelta();
    const piece = operation & 0x80 ? copied(base, delta, cursor, operation) : inserted(delta, cursor, operation);
    if (written + piece.length > target.length) throw badDelta();
    piece.copy(target, written);
    written += piece.length;
  }
  if (written !== target.length) throw badDelta();
  return target;
}

type Cursor = { offset: number };

function copied(base: Buffer, delta: Buffer, cursor: Cursor, operation: number): Buffer {
  let offset = 0;
  let size = 0;
  for (let i = 0; i < 4; i += 1) if (operation & (1 << i)) offset += readByte(delta, cursor) * 2 ** (8 * i);
  for (let i = 0; i < 3; i += 1) if (operation & (0x10 << i)) size |= readByte(delta, cursor) << (8 * i);
  const length = size === 0 ? 0x10000 : size;
  if (offset + length > base.length) throw badDelta();
  return base.subarray(offset, offset + length);
}

function inserted(delta: Buffer, cursor: Cursor, length: number): Buffer {
  const piece = delta.subarray(cursor.offset, cursor.offset + length);
  cursor.offset += length;
  if (piece.length !== length) throw badDelta();
  return piece;
}

function readVarint(delta: Buffer, cursor: Cursor): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = readByte(delta, cursor);
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
}

function readByte(delta: Buffer, cursor: Cursor): number {
  const byte = delta[cursor.offset];
  if (byte === undefined) throw badDelta();
  cursor.offset += 1;
  return byte;
}

function badDelta(): GitError {
  return new GitError("GitUnavailable", "The Git server sent a pack with a broken delta");
}
