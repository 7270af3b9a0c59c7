import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { Pool, type Dispatcher } from "undici";
import type { WebSocket } from "ws";
import { Aborter } from "./aborter.ts";
import { askBeforeSend, type Asked } from "./ask-before-send.ts";
import { resolveCredentials, type Credentials, type KubeSource } from "./credentials.ts";
import { KubeError } from "./kube-error.ts";
import { faultName, parseStatus } from "./kube-fault.ts";
import type { Status } from "./kube-object.ts";
import { dialSocket, type Dial } from "./kube-socket.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** One HTTP request; `path` is absolute on the API server, without a query. */
type Call = Readonly<{
  method: string;
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  contentType?: string;
  /** Media types of the answer; JSON when unset. */
  accept?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Is asked right before the request goes on the wire; what it throws ends the call. */
  beforeSend?: () => void;
  /** Says that doing it twice equals doing it once: only then is it repeated after 429, 503 or a lost connection. */
  idempotent?: boolean;
  /** What several calls may have together. */
  budget?: ByteBudget;
}>;

/** How many bytes may still come; what arrives is taken off. */
export type ByteBudget = { bytesLeft: number };

/** The bounds of what one client may use. */
type TransportLimits = Readonly<{
  requestTimeoutMs: number;
  responseBytesMax: number;
  /** What all answers together may have; without end when unset. */
  totalBytesMax?: number;
  connectionsMax: number;
  userAgent: string;
  guard?: HostGuard;
  /** Is told the server's time with each answer, in ms since 1970. */
  onDate?: (serverMs: number) => void;
}>;

/** Judges where connections go: hosts that are addresses before, names while they are resolved. */
export type HostGuard = Readonly<{ assertHost: (hostname: string) => void; lookup: LookupFunction }>;

type Pools = Readonly<{ streams: Dispatcher; prefix: string; credentials: Credentials }> & { requests: Dispatcher };

const ATTEMPTS_MAX = 4;
const RETRY_DELAY_MAX_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Longer than a cluster is left alone (30 s): else each look at it begins with the dearest of all, TLS anew. Below the API
 * server's 90 s, so that we never write into a connection that it is closing, and the minute after which proxies close one.
 */
export const KEEP_ALIVE_MS = 50_000;
const ERROR_BYTES_MAX = 1024 * 1024;

/** Sends requests to one API server over kept-alive connections, each with a deadline and a bounded answer. */
export class HttpTransport {
  readonly #source: KubeSource;
  readonly #limits: TransportLimits;
  #pools: Promise<Pools> | undefined;
  /** Those that nobody trusts any more, until their last request has ended. */
  readonly #leaving = new Set<Dispatcher>();
  #bytesLeft: number;
  #closed = false;

  constructor(source: KubeSource, limits: TransportLimits) {
    this.#source = source;
    this.#limits = limits;
    this.#bytesLeft = limits.totalBytesMax ?? Infinity;
  }

  /** Sends a request and returns the parsed answer (text when it is not JSON). */
  async send(call: Call): Promise<unknown> {
    const endsAtMs = performance.now() + (call.timeoutMs ?? this.#limits.requestTimeoutMs);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendOnce(call, endsAtMs - performance.now());
      } catch (error) {
        const waitMs = retryDelayMs(call, error, attempt);
        if (waitMs === undefined || performance.now() + waitMs >= endsAtMs) throw error;
        await pause(call, waitMs);
      }
    }
  }

  /** Opens a long answer (a watch, a log); the deadline holds until its headers have arrived. */
  async open(call: Call): Promise<Readable> {
    const aborter = new Aborter(call.signal, call.timeoutMs ?? this.#limits.requestTimeoutMs);
    try {
      const answer = await this.#dispatch(call, aborter, ({ streams }) => streams);
      aborter.stopTimer();
      answer.body.once("close", () => aborter.release());
      return answer.body;
    } catch (error) {
      aborter.release();
      throw asKubeError(call, error, aborter);
    }
  }

  /** Opens a WebSocket; it lives on when this is closed. */
  async dial(dial: Omit<Dial, "timeoutMs">): Promise<WebSocket> {
    const { credentials, prefix } = await this.#connect();
    const { userAgent, guard, requestTimeoutMs: timeoutMs } = this.#limits;
    return dialSocket({ ...dial, timeoutMs }, { credentials, prefix, userAgent, lookup: guard?.lookup });
  }

  /** Closes all connections; requests under way are broken off. */
  async close(): Promise<void> {
    this.#closed = true;
    const pools = await this.#pools?.catch(() => undefined);
    const left = [...this.#leaving].map((one) => one.destroy());
    await Promise.all([pools?.requests.destroy(), pools?.streams.destroy(), ...left]);
  }

  async #sendOnce(call: Call, timeoutMs: number): Promise<unknown> {
    const aborter = new Aborter(call.signal, timeoutMs);
    let over: Dispatcher | undefined;
    try {
      const answer = await this.#dispatch(call, aborter, ({ requests }) => (over = requests));
      return parseAnswer(answer, await this.#read(answer.body, this.#limits.responseBytesMax, call.budget));
    } catch (error) {
      if (aborter.timedOut) await this.#mistrust(over);
      if (aborter.refusal !== undefined) throw aborter.refusal.error;
      throw asKubeError(call, error, aborter);
    } finally {
      aborter.release();
    }
  }

  /** Where an answer never came its way may be lost, and all kept connections with it: what is asked next opens its own. */
  async #mistrust(over: Dispatcher | undefined): Promise<void> {
    if (over === undefined || this.#closed) return;
    const pools = await this.#pools;
    // Of many that go without an answer at once, the first has all ask anew.
    if (pools?.requests !== over) return;
    pools.requests = this.#openRequests(pools.credentials);
    this.#leaving.add(over);
    over
      .close()
      .catch(() => undefined)
      .finally(() => this.#leaving.delete(over));
  }

  async #dispatch(
    call: Call,
    aborter: Aborter,
    choose: (pools: Pools) => Dispatcher,
  ): Promise<Dispatcher.ResponseData> {
    aborter.signal.throwIfAborted();
    const pools = await this.#connect();
    const login = await pools.credentials.headers();
    const request: Dispatcher.RequestOptions & Asked = {
      method: call.method,
      path: `${pools.prefix}${call.path}${queryString(call.query)}`,
      headers: {
        accept: call.accept ?? "application/json, */*;q=0.5",
        "user-agent": this.#limits.userAgent,
        ...login,
        ...(call.body === undefined ? {} : { "content-type": call.contentType ?? "application/json" }),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: aborter.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
      beforeSend: aborter.asking(call.beforeSend),
    };
    const answer = await choose(pools).request(request);
    const { onDate } = this.#limits;
    const serverMs = onDate ? Date.parse(String(answer.headers["date"])) : Number.NaN;
    if (!Number.isNaN(serverMs)) onDate?.(serverMs);
    if (answer.statusCode < 300) return answer;
    throw refusal(call, answer, await this.#read(answer.body, ERROR_BYTES_MAX));
  }

  async #read(body: Readable, bytesMax: number, budget: ByteBudget = { bytesLeft: bytesMax }): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      budget.bytesLeft -= chunk.length;
      this.#bytesLeft -= chunk.length;
      // Leaving the loop destroys the body, and with it the connection.
      if (bytes > bytesMax || budget.bytesLeft < 0 || this.#bytesLeft < 0) throw new TooLargeError();
      chunks.push(chunk);
    }
    return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes);
  }

  #connect(): Promise<Pools> {
    if (this.#closed) throw new Error("Client closed");
    this.#pools ??= this.#openPools().catch((error: unknown) => {
      this.#pools = undefined;
      throw error;
    });
    return this.#pools;
  }

  async #openPools(): Promise<Pools> {
    const credentials = await resolveCredentials(this.#source);
    this.#limits.guard?.assertHost(credentials.server.hostname);
    return {
      credentials,
      prefix: withoutEndSlashes(credentials.server.pathname),
      requests: this.#openRequests(credentials),
      // Watches hold a connection each for minutes: they must never starve short requests.
      streams: new Pool(credentials.server.origin, this.#poolOptions(credentials)),
    };
  }

  #openRequests(credentials: Credentials): Dispatcher {
    const options = { ...this.#poolOptions(credentials), connections: this.#limits.connectionsMax };
    return new Pool(credentials.server.origin, options).compose(askBeforeSend);
  }

  #poolOptions({ tls }: Credentials): Pool.Options {
    const { guard } = this.#limits;
    return {
      connect: { ...tls, timeout: CONNECT_TIMEOUT_MS, ...(guard && { lookup: guard.lookup }) },
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      pipelining: 1,
    };
  }
}

class TooLargeError extends Error {
  readonly code = "ResponseTooLarge";
}

function parseAnswer(answer: Dispatcher.ResponseData, body: Buffer): unknown {
  const text = body.toString("utf8");
  return isJson(answer) ? (JSON.parse(text) as unknown) : text;
}

function isJson(answer: Dispatcher.ResponseData): boolean {
  return String(answer.headers["content-type"]).startsWith("application/json");
}

function refusal(call: Call, answer: Dispatcher.ResponseData, body: Buffer): KubeError {
  const status = isJson(answer) ? parseStatus(body) : undefined;
  const seconds = Number(answer.headers["retry-after"] ?? status?.details?.retryAfterSeconds ?? NaN);
  return new KubeError(requestName(call), {
    status: answer.statusCode,
    reason: refusalReason(answer.statusCode, status),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    body: status,
  });
}

/** A 404 that names no object says that the kind is not served (no CRD yet), not that the object is absent. */
function refusalReason(statusCode: number, status: Status | undefined): string {
  if (statusCode === 404 && status?.details?.name === undefined) return "UnknownPath";
  return status?.reason ?? "NoReason";
}

/** Keeps no `cause`: what a network library hangs on its errors is not known to be free of tokens. */
function asKubeError(call: Call, error: unknown, aborter: Aborter): KubeError {
  if (error instanceof KubeError) return error;
  if (aborter.timedOut) return new KubeError(requestName(call), { status: 0, reason: "Timeout" });
  if (aborter.signal.aborted) return new KubeError(requestName(call), { status: 0, reason: "Aborted" });
  return new KubeError(requestName(call), { status: 0, reason: faultName(error) });
}

/** Names a request in an error: verb and path, never the query or the body. */
export function requestName(call: Pick<Call, "method" | "path">): string {
  return `${call.method} ${call.path}`;
}

const LOST_CONNECTION = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

function retryDelayMs(call: Call, error: unknown, attempt: number): number | undefined {
  if (call.idempotent !== true || attempt >= ATTEMPTS_MAX || !(error instanceof KubeError)) return undefined;
  if (error.status === 0) return attempt === 1 && LOST_CONNECTION.has(error.reason) ? 0 : undefined;
  if (error.status !== 429 && error.status !== 503) return undefined;
  if (error.retryAfterMs === undefined) return undefined;
  const wantedMs = Math.max(error.retryAfterMs, 100 * 2 ** attempt);
  return Math.min(wantedMs, RETRY_DELAY_MAX_MS) * (1 + Math.random() / 2);
}

async function pause(call: Call, waitMs: number): Promise<void> {
  await delay(waitMs, undefined, call.signal === undefined ? {} : { signal: call.signal }).catch(() => {
    throw new KubeError(requestName(call), { status: 0, reason: "Aborted" });
  });
}

function queryString(query: Call["query"]): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) pairs.set(name, value);
  return pairs.size === 0 ? "" : `?${pairs.toString()}`;
}
