import type { IncomingMessage } from "node:http";
import { BerthError } from "../../contract/errors.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import { findJsonFault } from "./json-fault.ts";
import { ValidationFault, valueFault } from "./validation-fault.ts";

const BYTES_MAX = 1_048_576;
/** A client that is still sending would not read the 413: so much is taken in and dropped first. */
const DROPPED_BYTES_MAX = 16 * BYTES_MAX;
/** zod and the OpenAPI validator recurse into free-form values. */
const DEPTH_MAX = 64;
const JSON_TYPE = /^application\/([a-z0-9!#$&^_.+-]+\+)?json *(; *charset *= *"?utf-8"? *)?$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded *(; *charset *= *"?utf-8"? *)?$/i;

/** Reads the body of an operation in the type that it takes; of operations without one nothing is read. */
export async function readBodyOf({ body, bodyType }: Operation, request: IncomingMessage): Promise<unknown> {
  if (body === undefined) return undefined;
  return bodyType === undefined ? readJsonBody(request) : readFormBody(request);
}

/**
 * Reads the JSON body of a request; undefined when none was sent:
 * 1. refuse by the headers: size (413), type or encoding (415);
 * 2. collect at most 1 MiB;
 * 3. bytes that are not UTF-8 are 400, a text that is not JSON a 422 of its own.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request, JSON_TYPE);
  return text === undefined ? undefined : parseJson(text);
}

/** Reads a form in the same steps; of members that come twice the last counts. */
async function readFormBody(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request, FORM_TYPE);
  return text === undefined ? undefined : Object.fromEntries(new URLSearchParams(text));
}

async function readText(request: IncomingMessage, type: RegExp): Promise<string | undefined> {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > DROPPED_BYTES_MAX) throw new BerthError("too_large");
  if ((length > 0 && length <= BYTES_MAX) || request.headers["transfer-encoding"] !== undefined)
    assertType(request, type);
  const bytes = await collect(request);
  if (bytes.length === 0) return undefined;
  assertType(request, type);
  return decode(bytes);
}

function assertType(request: IncomingMessage, wanted: RegExp): void {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  if (wanted.test(type.trim()) && encoding.toLowerCase() === "identity") return;
  const publicMessage = wanted === FORM_TYPE ? "Send the body as application/x-www-form-urlencoded." : undefined;
  throw new BerthError("unsupported_media_type", publicMessage === undefined ? {} : { publicMessage });
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
