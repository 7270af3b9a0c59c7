import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { BAD_BILLING } from "./bad-input/billing.ts";
import { BAD_BODIES } from "./bad-input/bodies.ts";
import { EVERY_BAD_BODY } from "./bad-input/every-body.ts";
import { BAD_PARAMETERS } from "./bad-input/parameters.ts";
import { BAD_TRANSPORT } from "./bad-input/transport.ts";
import type { BadInput, Caller, Expected } from "./bad-input/row.ts";

/** Lists every bad request with the exact answer that it gets. */
export const BAD_INPUT: readonly BadInput[] = [
  ...BAD_BODIES,
  ...BAD_BILLING,
  ...EVERY_BAD_BODY,
  ...BAD_PARAMETERS,
  ...BAD_TRANSPORT,
];

/** Headers of each caller: `key` an API key of an organization's owner, `session` a login session of the same user. */
type Credentials = Readonly<Record<Exclude<Caller, "anonymous">, Readonly<Record<string, string>>>>;

type Answer = Readonly<{ status: number; headers: IncomingMessage["headers"]; text: string }>;
const TRIES_MAX = 5;

/** Sends every row to a running gateway, every other one under /api/v1, and returns a sentence for each wrong answer. */
export async function runBadInput(
  baseUrl: string,
  credentials: Credentials,
  rows: readonly BadInput[] = BAD_INPUT,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [index, row] of rows.entries()) {
    const answer = await sendPatiently(`${baseUrl}${index % 2 === 0 ? "/api/v1" : ""}`, row, credentials);
    const fault = faultOf(row, answer);
    if (fault !== undefined) wrong.push(`${row.name}: ${fault}`);
  }
  return wrong;
}

// The table is faster than the rate limit allows.
async function sendPatiently(base: string, row: BadInput, credentials: Credentials): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send(base, row, credentials);
    if (answer.status !== 429 || tries === TRIES_MAX) return answer;
    await delay(Number(answer.headers["retry-after"] ?? 1) * 1000);
  }
}

async function send(base: string, row: BadInput, credentials: Credentials): Promise<Answer> {
  const url = new URL(base);
  const bytes = row.bytes ?? (row.body === undefined ? "" : JSON.stringify(row.body));
  const call = request({
    host: url.hostname,
    port: url.port,
    method: row.method,
    // Not by URL, which would mend the path.
    path: `${url.pathname === "/" ? "" : url.pathname}${row.path}`,
    headers: {
      ...(row.as === "anonymous" ? {} : credentials[row.as]),
      ...(row.body === undefined ? {} : { "content-type": "application/json" }),
      "content-length": Buffer.byteLength(bytes),
      ...row.headers,
    },
    timeout: 30_000,
  });
  call.on("timeout", () => call.destroy(new Error(`No answer to ${row.name} within 30 s`)));
  call.end(bytes);
  const [response] = (await once(call, "response")) as [IncomingMessage];
  const chunks = (await response.toArray()) as Buffer[];
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

type Body = Readonly<{ detail?: unknown; code?: unknown; request_id?: unknown }>;
type Detail = readonly Readonly<{ type: string; loc: readonly (string | number)[]; msg: string }>[];

/** Says what is wrong with the answer to a row; undefined = it is exactly the stated one. */
export function faultOf({ expect }: BadInput, answer: Answer): string | undefined {
  const body = parse(answer.text);
  const isRight = answer.status === expect.status && body !== undefined && isExpected(expect, body, answer.headers);
  if (isRight) return undefined;
  return `expected ${JSON.stringify(expect)}, got ${answer.status} ${answer.text.slice(0, 300)} ${JSON.stringify(answer.headers)}`;
}

function isExpected(expect: Expected, body: Body, headers: Answer["headers"]): boolean {
  if ("faults" in expect) return isDeepStrictEqual(placesOf(body.detail), expect.faults);
  if ("at" in expect) return areAllAt(body.detail, expect.at);
  if ("detail" in expect) return isDeepStrictEqual(body, { detail: expect.detail });
  const isWhole = body.code === expect.code && typeof body.detail === "string" && typeof body.request_id === "string";
  const needsChallenge = expect.status === 401;
  return isWhole && headers.allow === expect.allow && (headers["www-authenticate"] === "Bearer") === needsChallenge;
}

function areAllAt(detail: unknown, place: readonly (string | number)[]): boolean {
  if (!Array.isArray(detail) || detail.length === 0) return false;
  return (detail as Detail).every(({ loc }) => isDeepStrictEqual(loc, place));
}

function placesOf(detail: unknown): unknown {
  return Array.isArray(detail) ? (detail as Detail).map(({ type, loc }) => [type, ...loc]) : undefined;
}

function parse(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}
