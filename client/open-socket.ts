/*
 * Opens WebSockets of the gateway, in Node and in browsers:
 * 1. a browser sends its session's cookie by itself, and can send no other credential; elsewhere it is a header;
 * 2. why a handshake was refused no WebSocket tells: the same address is asked by a plain request, which is refused alike;
 * 3. what comes waits to be taken, and where it piles up the socket is not read, if it can be kept from that.
 */
import { refusalOf, unreachable } from "./berth-error.ts";

/** What the client needs of a WebSocket: that of browsers and Node has it, and `ws` has all of it. */
export type SocketLike = {
  binaryType: string;
  readonly bufferedAmount: number;
  send: (data: Uint8Array<ArrayBuffer>) => void;
  close: (code?: number, reason?: string) => void;
  addEventListener: (type: "open" | "message" | "error" | "close", listener: (event: never) => void) => void;
  /** Keeps it from being read, where it can be. */
  pause?: () => void;
  resume?: () => void;
};

/** Makes a WebSocket; by the platform's own when a client is given none. */
export type MakeSocket = (url: string, protocol: string, headers: Readonly<Record<string, string>>) => SocketLike;

/** Where a socket is, and by what it is asked for. */
type SocketRequest = Readonly<{
  url: string;
  protocol: string;
  headers: Readonly<Record<string, string>>;
  make?: MakeSocket | undefined;
  fetch: (request: Request) => Promise<Response>;
  signal?: AbortSignal | undefined;
}>;

/** A session in a pod that ended before it was done: `reason` is the gateway's word for why. */
export class SessionEnded extends Error {
  override readonly name = "SessionEnded";
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string) {
    super(SENTENCES[reason] ?? "The connection broke.");
    this.code = code;
    const unsaid = code === 1000 ? "completed" : "connection_lost";
    this.reason = reason === "" ? unsaid : reason;
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  access_ended: "You may not any more: your login, key or role has ended, or the organization switched shells off.",
  gone: "It was deleted.",
  idle: "Nothing went through for too long.",
  time_up: "It was open for as long as may be.",
  access_unknown: "The platform could not tell any more whether you may.",
  gateway_stops: "The platform restarts; open it again.",
  pod_lost: "The pod or its node has gone.",
  port_refused: "Nothing listens on that port of the pod.",
};
const WAITING_BYTES_MAX = 1024 * 1024;
const LOOK_EVERY_MS = 10;
/** The gateway takes 64 KiB, with the byte of a channel. */
const MESSAGE_BYTES = 32 * 1024;

/** A WebSocket that is open: its messages in order, and how it closed. */
export class OpenSocket {
  readonly #socket: SocketLike;
  readonly #closed: Promise<SessionEnded>;
  #queue: Uint8Array<ArrayBuffer>[] = [];
  #waitingBytes = 0;
  #end: SessionEnded | undefined;
  #wake: () => void = () => undefined;

  constructor(socket: SocketLike) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }: { data: unknown }) => this.#take(data));
    this.#closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ code, reason }: { code: number; reason: string }) => {
        this.#end = new SessionEnded(code, reason);
        this.#wake();
        resolve(this.#end);
      });
    });
  }

  /** Resolves with how it closed, whatever has been taken. */
  get closed(): Promise<SessionEnded> {
    return this.#closed;
  }

  /** Yields messages until it has closed and all were taken. */
  async *messages(): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    for (;;) {
      const taken = this.#queue;
      this.#queue = [];
      this.#waitingBytes = 0;
      this.#socket.resume?.();
      yield* taken;
      if (this.#queue.length > 0) continue;
      if (this.#end !== undefined) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Sends bytes behind a channel's byte, or none, once there is room. */
  async send(bytes: Uint8Array, channel?: number): Promise<void> {
    const head = channel === undefined ? [] : [channel];
    for (let at = 0; at < bytes.length; at += MESSAGE_BYTES) {
      while (this.#socket.bufferedAmount > WAITING_BYTES_MAX && this.#end === undefined)
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      this.sendNow(Uint8Array.from([...head, ...bytes.subarray(at, at + MESSAGE_BYTES)]));
    }
  }

  /** Sends one message; nothing once it has closed. */
  sendNow(message: Uint8Array<ArrayBuffer>): void {
    if (this.#end === undefined) this.#socket.send(message);
  }

  close(): void {
    this.#socket.close(1000);
    // One that is not read does not hear that it has closed.
    this.#socket.resume?.();
  }

  #take(data: unknown): void {
    const bytes = bytesOf(data);
    if (bytes === undefined) return;
    this.#queue.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > WAITING_BYTES_MAX) this.#socket.pause?.();
    this.#wake();
  }
}

/** Opens a WebSocket; what the gateway refuses is a BerthError. */
export async function openSocket(request: SocketRequest): Promise<OpenSocket> {
  const { url, protocol, headers, make = makePlatformSocket, signal } = request;
  signal?.throwIfAborted();
  const socket = make(url.replace(/^http/, "ws"), protocol, headers);
  socket.binaryType = "arraybuffer";
  const opened = new OpenSocket(socket);
  const onAbort = (): void => opened.close();
  signal?.addEventListener("abort", onAbort, { once: true });
  opened.closed.then(
    () => signal?.removeEventListener("abort", onAbort),
    () => undefined,
  );
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.addEventListener("open", () => resolve(true));
    socket.addEventListener("error", () => resolve(false));
    socket.addEventListener("close", () => resolve(false));
  });
  signal?.throwIfAborted();
  if (!isOpen) throw await whyNot(request);
  return opened;
}

/** Node's own takes headers, which no browser can send. */
function makePlatformSocket(url: string, protocol: string, headers: Readonly<Record<string, string>>): SocketLike {
  const options = Object.keys(headers).length === 0 ? [protocol] : { protocols: [protocol], headers };
  return new WebSocket(url, options as string[]) as unknown as SocketLike;
}

async function whyNot({ url, headers, fetch, signal }: SocketRequest): Promise<Error> {
  const asked = new Request(url, { headers, ...(signal && { signal }) });
  const answer = await fetch(asked).catch((cause: unknown) => unreachable(cause, url));
  if (answer instanceof Error) return answer;
  if (answer.status !== 426) return refusalOf(answer);
  return new Error("The connection was refused on its way: a proxy in between may not let WebSockets pass.");
}

function bytesOf(data: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return data instanceof Uint8Array ? Uint8Array.from(data) : undefined;
}
