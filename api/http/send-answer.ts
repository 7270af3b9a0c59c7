import type { ServerResponse } from "node:http";
import type { Outgoing } from "./check-answer.ts";
import type { Answer, AnswerStream } from "./context.ts";
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
  const { stream, contentType = JSON_TYPE } = answer;
  const status = answer.status ?? request.status;
  if (stream !== undefined) return { status, contentType, text: undefined, stream };
  return { status, contentType, text: answer.text ?? JSON.stringify(answer.body) };
}

/** Sends an answer; of a stream it returns when that has ended. */
export async function sendOutgoing(
  response: ServerResponse,
  { status, contentType, text, compressed, stream }: Outgoing,
  headers: Readonly<Record<string, string | readonly string[]>>,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  if (stream !== undefined) {
    response.setHeader("Content-Type", contentType ?? JSON_TYPE);
    await sendStream(response, stream);
    return;
  }
  if (text === undefined) {
    response.end();
    return;
  }
  response.setHeader("Content-Type", contentType ?? JSON_TYPE);
  if (compressed !== undefined) {
    response.setHeader("Content-Encoding", "gzip");
    response.setHeader("Content-Length", compressed.length);
    response.end(compressed);
    return;
  }
  response.setHeader("Content-Length", Buffer.byteLength(text));
  // A text leaves in one write with its headers, a buffer in two.
  response.end(text);
}

/** What is not read stays with the client's connection: the next piece is made once the last one has left. */
async function sendStream(response: ServerResponse, { chunks, stallMs }: AnswerStream): Promise<void> {
  // Nobody reuses the connection of a stream, and a gateway that stops would wait for it.
  response.setHeader("Connection", "close");
  response.flushHeaders();
  if (response.req.method !== "HEAD")
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.write(chunk) && !(await isDrained(response, stallMs))) {
        response.destroy();
        return;
      }
    }
  response.end();
}

function isDrained(response: ServerResponse, stallMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (drained: boolean) => (): void => {
      clearTimeout(timer);
      response.off("drain", onDrain).off("close", onClose);
      resolve(drained);
    };
    const [onDrain, onClose] = [end(true), end(false)];
    const timer = setTimeout(onClose, stallMs);
    response.on("drain", onDrain).on("close", onClose);
  });
}
