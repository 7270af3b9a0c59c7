import type { ServerResponse } from "node:http";
import type { Outgoing } from "./check-answer.ts";
import type { Answer } from "./context.ts";
import { matchesEtag } from "./etag.ts";

/** Names the media type of nearly every answer. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** Derives what is sent for an answer: 304 without a body when the client has it already. */
export function outgoingOf(
  answer: Answer,
  request: Readonly<{ status: number; ifNoneMatch: string | undefined }>,
): Outgoing {
  if (answer.etag !== undefined && matchesEtag(request.ifNoneMatch, answer.etag))
    return { status: 304, contentType: undefined, text: undefined };
  const text = answer.text ?? JSON.stringify(answer.body);
  return { status: answer.status ?? request.status, contentType: answer.contentType ?? JSON_TYPE, text };
}

/** Sends an answer. */
export function sendOutgoing(
  response: ServerResponse,
  { status, contentType, text }: Outgoing,
  headers: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  if (text === undefined) {
    response.end();
    return;
  }
  response.setHeader("Content-Type", contentType ?? JSON_TYPE);
  response.setHeader("Content-Length", Buffer.byteLength(text));
  // A text leaves in one write with its headers, a buffer in two.
  response.end(text);
}
