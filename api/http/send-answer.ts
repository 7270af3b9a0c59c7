import type { ServerResponse } from "node:http";
import type { Answer } from "./context.ts";
import { matchesEtag } from "./etag.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** Writes an answer; 304 without a body when the client has it already. */
export function sendAnswer(
  response: ServerResponse,
  answer: Answer,
  request: Readonly<{ status: number; ifNoneMatch: string | undefined }>,
): void {
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.etag !== undefined) {
    response.setHeader("ETag", answer.etag);
    if (matchesEtag(request.ifNoneMatch, answer.etag)) {
      response.statusCode = 304;
      response.end();
      return;
    }
  }
  const text = Buffer.from(answer.text ?? JSON.stringify(answer.body));
  response.statusCode = answer.status ?? request.status;
  response.setHeader("Content-Type", answer.contentType ?? JSON_TYPE);
  response.setHeader("Content-Length", text.length);
  response.end(text);
}
