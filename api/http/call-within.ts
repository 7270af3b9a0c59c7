import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders, type RequestListener } from "node:http";
import { Socket } from "node:net";
import { Writable } from "node:stream";
import type { Proof } from "./credentials.ts";
import { noteAgentCall } from "./agent-calls.ts";

/** A request within the process. */
type InnerRequest = Readonly<{
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  address: string;
  proof: Proof;
}>;
/** What it was answered. */
type InnerAnswer = Readonly<{ status: number; headers: OutgoingHttpHeaders; text: string }>;

/** The most that an answer may hold. */
const BYTES_MAX = 8 * 1_048_576;

/**
 * Sends a request through the whole gateway without a connection: Node's own request and response on a socket that leads
 * nowhere. What the response is given is kept beside it.
 */
export function callWithin(app: RequestListener, inner: InnerRequest): Promise<InnerAnswer> {
  const request = requestOf(inner);
  noteAgentCall(request, inner.proof);
  const response = new ServerResponse(request);
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Of a socket a response only needs that it can be written to.
  response.assignSocket(sink as Socket);
  const kept = keepWritten(response);
  return new Promise((resolve, reject) => {
    response.once("finish", () => {
      resolve({ status: response.statusCode, headers: response.getHeaders(), text: kept().toString("utf8") });
    });
    const fail = (): void => reject(new Error("The answer broke off, or was longer than anybody reads"));
    response.on("error", fail).once("close", fail);
    sink.on("error", fail).once("close", fail);
    app(request, response);
  });
}

function requestOf({ method, url, headers, body, address }: InnerRequest): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: address });
  const request = new IncomingMessage(socket);
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  Object.assign(request, { method: method.toUpperCase(), url, headers: { ...headers, ...length } });
  Object.assign(request, { httpVersion: "1.1", httpVersionMajor: 1, httpVersionMinor: 1, complete: true });
  if (body !== undefined) request.push(body);
  request.push(null);
  return request;
}

/** Express gives a response another prototype, never other members of its own. */
function keepWritten(response: ServerResponse): () => Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  const keep = (chunk: unknown): void => {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BYTES_MAX) response.destroy();
    else chunks.push(bytes);
  };
  for (const name of ["write", "end"] as const) {
    const own = response[name].bind(response) as (...given: unknown[]) => never;
    response[name] = (...given: unknown[]) => {
      keep(given[0]);
      return own(...given);
    };
  }
  return () => Buffer.concat(chunks);
}
