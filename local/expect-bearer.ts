/* What the platform's own processes say to each other by HTTP: a token first, then JSON. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers how to ask whether a request bears a token; how long that takes tells nothing of it. */
export function expectBearer(token: string): (request: IncomingMessage) => boolean {
  const expected = digest(`Bearer ${token}`);
  return ({ headers }) => timingSafeEqual(expected, digest(headers.authorization ?? ""));
}

/** Answers a request, by JSON or without a body. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
