import createClient from "openapi-fetch";
import { isBerthError, refusalOf } from "./berth-error.ts";
import { OPERATIONS } from "./generated/operations.ts";
import type { paths } from "./generated/paths.ts";
import type { CallOptions, Item, ListId, OperationId, Output } from "./operation-types.ts";
import { openSocket, type MakeSocket, type OpenSocket } from "./open-socket.ts";
import { pause } from "./pause.ts";
import { RETRIES, retryingFetch, type RetrySettings } from "./retrying-fetch.ts";

/** Whom the client talks to, and as whom: without `key` as the browser's session. */
export type BerthOptions = Readonly<{
  /** "https://berth.example.org", without /api/v1. */
  url: string;
  /** An API key or access token; a function is asked before each request, so that it may renew it. */
  key?: string | (() => string | Promise<string>);
  headers?: Readonly<Record<string, string>>;
  fetch?: (request: Request) => Promise<Response>;
  /** Makes WebSockets; the platform's own when unset. One that can pause keeps a fast pod waiting for a slow reader. */
  webSocket?: MakeSocket;
  retries?: Partial<RetrySettings>;
}>;

/** An answer with what its head tells: `etag` for If-Match. */
export type Answer<Id extends OperationId> = Readonly<{
  data: Output<Id>;
  status: number;
  headers: Headers;
  etag: string | undefined;
}>;

/** The parts of a call's input, of any operation. */
export type CallParts = Readonly<{ path?: object; query?: object; header?: object; body?: unknown }>;

type Fetch = (request: Request) => Promise<Response>;
type Send = (method: string, path: string, init: object) => Promise<Readonly<{ response: Response }>>;

/** Longer than the longest `wait`. */
const CALL_TIMEOUT_MS = 330_000;

/** Sends single requests. */
export class Calls {
  readonly #options: BerthOptions;
  readonly #once: Fetch;
  readonly #repeated: Fetch;
  readonly #send: Send;

  constructor(options: BerthOptions) {
    const send = options.fetch ?? ((request) => fetch(request));
    this.#options = options;
    this.#once = refusing(send);
    const retries = { ...RETRIES, ...options.retries };
    this.#repeated = refusing(retryingFetch({ fetch: send, pause, random: Math.random }, retries));
    this.#send = createClient<paths>({ baseUrl: options.url }).request as unknown as Send;
  }

  async answer<Id extends OperationId>(id: Id, input: CallParts = {}, signal?: AbortSignal): Promise<Answer<Id>> {
    const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const until = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const response = await this.#open(id, input, { signal: until, fetch: this.#repeated });
    const text = await response.text();
    // Not what is JSON line by line: an export of the audit log.
    const isJson = /[/+]json\b/.test(response.headers.get("content-type") ?? "");
    const data = (isJson && text !== "" ? JSON.parse(text) : text) as Output<Id>;
    const etag = response.headers.get("etag") ?? undefined;
    return { data, status: response.status, headers: response.headers, etag };
  }

  async *pages<Id extends ListId>(id: Id, input: CallParts, signal?: AbortSignal): AsyncGenerator<Item<Id>, void> {
    const { items } = OPERATIONS[id];
    for (let cursor: string | undefined; ;) {
      const query = cursor === undefined ? input.query : { ...input.query, cursor };
      const { data } = await this.answer(id, { ...input, query }, signal);
      const page = data as unknown as Record<string, Item<Id>[]> & { next_cursor: string | null };
      yield* page[items] ?? [];
      if (page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }

  /** Reads what may not exist (any more); undefined only where the caller takes that for an answer. */
  async readIfThere<Id extends OperationId>(
    id: Id,
    input: CallParts,
    { until, signal }: CallOptions & Readonly<{ until: (value: undefined) => boolean }>,
  ): Promise<Output<Id> | undefined> {
    try {
      return (await this.answer(id, input, signal)).data;
    } catch (error) {
      if (isBerthError(error) && error.code === "not_found" && until(undefined)) return undefined;
      throw error;
    }
  }

  /** Opens a stream, once: its follower opens it again. */
  async stream(id: OperationId, input: CallParts, signal: AbortSignal): Promise<Response> {
    return this.#open(id, { ...input, header: { accept: "text/event-stream" } }, { signal, fetch: this.#once });
  }

  /** Opens a WebSocket; `path` is without /api/v1. */
  async socket(
    path: string,
    query: Readonly<Record<string, unknown>>,
    { protocol, signal }: Readonly<{ protocol: string; signal?: AbortSignal | undefined }>,
  ): Promise<OpenSocket> {
    const { url, webSocket: make, fetch: send = (request) => fetch(request) } = this.#options;
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    const headers = { ...this.#options.headers, ...(await this.#authorization()) };
    const target = `${url}/api/v1${path}${search === "" ? "" : `?${search}`}`;
    return openSocket({ url: target, protocol, headers, make, fetch: send, signal });
  }

  async #open(
    id: OperationId,
    input: CallParts,
    init: Readonly<{ signal: AbortSignal; fetch: Fetch }>,
  ): Promise<Response> {
    const { path, query, header, body } = input;
    const operation: Readonly<{ method: string; path: string; idempotent?: true }> = OPERATIONS[id];
    const headers = {
      ...this.#options.headers,
      ...(await this.#authorization()),
      // One for all repetitions of this call: that is what makes them safe.
      ...(operation.idempotent === true && { "Idempotency-Key": crypto.randomUUID() }),
      ...header,
    };
    const { response } = await this.#send(operation.method, operation.path, {
      ...init,
      headers,
      body,
      params: { path, query },
      parseAs: "stream",
    });
    return response;
  }

  async #authorization(): Promise<Record<string, string>> {
    const { key } = this.#options;
    const value = typeof key === "function" ? await key() : key;
    return value === undefined ? {} : { authorization: `Bearer ${value}` };
  }
}

/** Throws what an answer refuses. */
function refusing(send: Fetch): Fetch {
  return async (request) => {
    const response = await send(request);
    if (response.ok || response.status === 304) return response;
    throw await refusalOf(response);
  };
}
