import type { IncomingMessage } from "node:http";
import { BerthError } from "../../contract/errors.ts";
import { findJsonFault } from "./json-fault.ts";
import { ValidationFault, valueFault } from "./validation-fault.ts";

const BYTES_MAX = 1_048_576;
/** A client that is still sending would not read the 413: so much is taken in and dropped first. */
const DROPPED_BYTES_MAX = 16 * BYTES_MAX;
/** zod and the OpenAPI validator recurse into free-form values. */
const DEPTH_MAX = 64;
const JSON_TYPE = /^application\/([a-z0-9!#$&^_.+-]+\+)?json *(; *charset *= *"?utf-8"? *)?$/i;

/**
 * Reads the JSON body of a request; undefined when none was sent:
 * 1. refuse by the headers: size (413), type or encoding (415);
 * 2. collect at most 1 MiB;
 * 3. bytes that are not UTF-8 are 400, a text that is not JSON a 422 of its own.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > DROPPED_BYTES_MAX) throw new BerthError("too_large");
  if ((length > 0 && length <= BYTES_MAX) || request.headers["transfer-encoding"] !== undefined) assertJson(request);
  const bytes = await collect(request);
  if (bytes.length === 0) return undefined;
  assertJson(request);
  return parseJson(decode(bytes));
}

function assertJson(request: IncomingMessage): void {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  if (!JSON_TYPE.test(type.trim()) || encoding.toLowerCase() !== "identity")
    throw new BerthError("unsupported_media_type");
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Leaving the loop must not destroy the request: the connection still carries the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size <= BYTES_MAX) chunks.push(chunk as Buffer);
      if (size > DROPPED_BYTES_MAX) break;
    }
  } catch (cause) {
    throw new BerthError("malformed", { message: "The client went away while it sent the body", cause });
  }
  if (size > BYTES_MAX) throw new BerthError("too_large");
  return Buffer.concat(chunks, size);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BerthError("malformed", { cause });
  }
}

/** Parses a JSON text; a broken one becomes the fault that Python's decoder would report. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { error, offset } = findJsonFault(text);
    throw new ValidationFault([
      { type: "json_invalid", loc: ["body", offset], msg: "JSON decode error", input: {}, ctx: { error } },
    ]);
  }
  assertStorable(value);
  return value;
}

type Visit = Readonly<{ value: unknown; depth: number }>;

// Postgres cannot store half a surrogate pair; both it and deep nesting would be a fault only much later.
function assertStorable(root: unknown): void {
  const open: Visit[] = [{ value: root, depth: 0 }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, depth } = visit;
    if (typeof value === "string") assertWellFormed(value);
    if (typeof value !== "object" || value === null) continue;
    if (depth >= DEPTH_MAX) throw new ValidationFault([valueFault(["body"], `nested deeper than ${DEPTH_MAX} levels`)]);
    for (const [name, member] of Object.entries(value)) {
      assertWellFormed(name);
      open.push({ value: member, depth: depth + 1 });
    }
  }
}

function assertWellFormed(text: string): void {
  if (text.isWellFormed()) return;
  throw new ValidationFault([valueFault(["body"], "a text has half a surrogate pair")]);
}
