import type { OutgoingHttpHeader } from "node:http";
import type { Operation } from "../../contract/rest/operation.ts";
import type { AnswerStream } from "./context.ts";
import type { ResponseCheck } from "./response-validation.ts";

/** An answer as it is about to be sent. */
export type Outgoing = Readonly<{
  status: number;
  contentType: OutgoingHttpHeader | undefined;
  text: string | undefined;
  /** The text as gzip, where it is sent so. */
  compressed?: Buffer;
  stream?: AnswerStream;
}>;
/** Throws when an answer is not what the published document promises. */
export type AnswerCheck = (operation: Operation, outgoing: Outgoing) => Promise<void>;

/** Makes the check of answers that are about to be sent. */
export function createAnswerCheck(check: ResponseCheck): AnswerCheck {
  return (operation, { status, contentType, text }) => {
    const type = typeof contentType === "string" ? contentType : undefined;
    const isJson = type?.startsWith("application/json") === true;
    return check(operation, {
      status,
      contentType: type,
      body: isJson && text !== undefined ? JSON.parse(text) : text,
    });
  };
}
