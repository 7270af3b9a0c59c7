import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import type { WebSocket } from "ws";
import type { Credentials } from "./credentials.ts";
import { KubeError } from "./kube-error.ts";
import { faultName, parseStatus } from "./kube-fault.ts";

/** How a WebSocket of an API server is asked for; `path` is absolute there, with its query. */
export type Dial = Readonly<{ path: string; protocol: string; signal: AbortSignal; timeoutMs: number }>;

/** What is known of the server, and the bounds of what it may send. */
type DialFrame = Readonly<{
  credentials: Credentials;
  prefix: string;
  userAgent: string;
  /** Judges the addresses of the server while its name is resolved. */
  lookup: LookupFunction | undefined;
}>;

/** One message of an API server is some 32 KiB; what is larger by far is not from one. */
const MESSAGE_BYTES_MAX = 1024 * 1024;
const REFUSAL_BYTES_MAX = 64 * 1024;

/** Opens a WebSocket of an API server; a refusal is a KubeError with the server's own status. */
export async function dialSocket({ path, protocol, signal, timeoutMs }: Dial, frame: DialFrame): Promise<WebSocket> {
  const name = `GET ${path.split("?")[0] ?? ""}`;
  const { credentials, prefix, userAgent, lookup } = frame;
  const { WebSocket: Socket } = await import("ws");
  const headers = { "user-agent": userAgent, ...(await credentials.headers()) };
  if (signal.aborted) throw new KubeError(name, { status: 0, reason: "Aborted" });
  const url = `${credentials.server.origin.replace(/^http/, "ws")}${prefix}${path}`;
  const socket = new Socket(url, [protocol], {
    headers,
    ...credentials.tls,
    ...(lookup && { lookup }),
    handshakeTimeout: timeoutMs,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    followRedirects: false,
  });
  return opened(socket, name, signal);
}

function opened(socket: WebSocket, name: string, signal: AbortSignal): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => socket.terminate();
    const fail = (error: KubeError): void => {
      signal.removeEventListener("abort", onAbort);
      reject(error);
      socket.terminate();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("unexpected-response", (_request, answer: IncomingMessage) => {
      readRefusal(answer, name).then(fail, () => fail(new KubeError(name, { status: 0, reason: "BrokenAnswer" })));
    });
    // What goes wrong later ends it: `close` tells.
    socket.on("error", (error) =>
      fail(new KubeError(name, { status: 0, reason: signal.aborted ? "Aborted" : faultName(error) })),
    );
    socket.once("open", () => {
      signal.removeEventListener("abort", onAbort);
      // What comes with the handshake waits for somebody who listens.
      socket.pause();
      resolve(socket);
    });
  });
}

async function readRefusal(answer: IncomingMessage, name: string): Promise<KubeError> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > REFUSAL_BYTES_MAX) break;
    chunks.push(chunk);
  }
  const status = parseStatus(Buffer.concat(chunks));
  return new KubeError(name, {
    status: answer.statusCode ?? 0,
    reason: status?.reason ?? "NoReason",
    ...(status && { body: status }),
  });
}
