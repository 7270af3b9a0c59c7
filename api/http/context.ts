import type { AttemptedWork, RepeatableRequest } from "../../adapters/postgres/requests/idempotency-store.ts";
import type { PrincipalRecord } from "../../adapters/postgres/identity/principal.ts";
import type { Operation, ParsedRequest } from "../../contract/rest/operation.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import type { Services } from "../services.ts";
import type { Proof } from "./credentials.ts";
import type { Principal } from "./principal.ts";
import type { Upgrade } from "./upgrades.ts";

/** What a handler may know of the request besides its validated input. */
export type Context<O extends Operation = Operation> = Readonly<{
  services: Services;
  operation: O;
  requestId: string;
  principal: Principal;
  proof: Proof;
  address: string;
  userAgent: string | null;
  /** Media types of the Accept header, as sent. */
  accept: string;
  /** The Cookie header, as sent. */
  cookies: string | undefined;
  /** Whether the request can become a WebSocket. */
  isUpgradable: boolean;
  /** Makes the signal that ends when the client has gone. */
  signalOfClient: () => AbortSignal;
  log: Logger;
  /** Notes that the credential is valid; for handlers that authenticate themselves. */
  noteValid: (principal: PrincipalRecord) => void;
  /** Present when the request carries an Idempotency-Key. */
  repeat?: Repeat;
}>;

/** The identity of a repeatable request, with what an abandoned attempt of it was about. */
export type Repeat = Readonly<{ request: RepeatableRequest; abandoned?: AttemptedWork }>;

/** Sends an answer piece by piece; a client that takes nothing for `stallMs` is cut off. */
export type AnswerStream = Readonly<{ chunks: AsyncIterable<string>; stallMs: number }>;

/** A successful answer: `body` becomes JSON, `text` is sent as it is, `stream` until it ends, `upgrade` makes the connection a WebSocket. */
export type Answer = Readonly<{
  /** The operation's own status when unset. */
  status?: number;
  body?: unknown;
  text?: string;
  stream?: AnswerStream;
  upgrade?: Upgrade;
  contentType?: string;
  etag?: string;
  headers?: Readonly<Record<string, string | readonly string[]>>;
}>;

/** Answers one operation, and no other one; faults are thrown. */
export type Handler<O extends Operation = Operation> = (
  context: Context<O>,
  request: ParsedRequest<O>,
) => Promise<Answer> | Answer;
