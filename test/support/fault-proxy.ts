import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent, request as forward, type Dispatcher } from "undici";
import { hangUp, listen } from "./listen.ts";

/** A request that passed the proxy. */
export type Seen = Readonly<{ method: string; path: string; query: URLSearchParams; kind: "list" | "watch" | "other" }>;

/** Answers in the API server's place; undefined lets the request through. */
type Intercept = (
  seen: Seen,
) => Readonly<{ status: number; headers?: Record<string, string>; body?: unknown }> | undefined;

/** Stands between a client and an API server (plain HTTP in front), counts requests and breaks watches. */
export type FaultProxy = Readonly<{
  url: string;
  seen: Seen[];
  /** Counts requests whose path ends with `suffix`. */
  count: (kind: Seen["kind"], suffix: string) => number;
  setIntercept: (intercept: Intercept | undefined) => void;
  /** Breaks all connections that carry a watch. */
  dropWatches: () => void;
  /** Sends the first half of the next watch chunk, then breaks that connection. */
  cutNextChunk: () => void;
  /** Swallows what watches say, connections stay up. */
  setMuted: (muted: boolean) => void;
  /** Keeps back what watches say, connections stay up; all of it comes when they are let go. */
  setHeld: (held: boolean) => void;
  /** Lets requests through and breaks the connection in place of the answer to those it names. */
  setLoses: (loses: ((seen: Seen) => boolean) | undefined) => void;
  /** Puts a line into all open watches. */
  inject: (line: unknown) => void;
  openWatches: () => number;
  close: () => Promise<void>;
}>;

type State = {
  intercept: Intercept | undefined;
  cut: boolean;
  muted: boolean;
  held: boolean;
  letGo: Set<() => void>;
  loses: ((seen: Seen) => boolean) | undefined;
  watches: Set<ServerResponse>;
  seen: Seen[];
};

/** Starts a proxy on a free port of loopback. */
export async function startFaultProxy(target: { server: string; caData: string }): Promise<FaultProxy> {
  const ca = Buffer.from(target.caData, "base64").toString();
  const agent = new Agent({ connect: { ca }, bodyTimeout: 0, headersTimeout: 0 });
  const state: State = {
    intercept: undefined,
    cut: false,
    muted: false,
    held: false,
    loses: undefined,
    letGo: new Set(),
    watches: new Set(),
    seen: [],
  };
  const server = createServer((incoming, response) => {
    handle(state, { agent, server: target.server }, incoming, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    seen: state.seen,
    count: (kind, suffix) => state.seen.filter((seen) => seen.kind === kind && seen.path.endsWith(suffix)).length,
    setIntercept: (intercept) => void (state.intercept = intercept),
    dropWatches: () => state.watches.forEach((watch) => watch.destroy()),
    cutNextChunk: () => void (state.cut = true),
    setMuted: (muted) => void (state.muted = muted),
    setHeld: (held) => {
      state.held = held;
      if (held) return;
      for (const go of state.letGo) go();
      state.letGo.clear();
    },
    setLoses: (loses) => void (state.loses = loses),
    inject: (line) => state.watches.forEach((watch) => watch.write(`${JSON.stringify(line)}\n`)),
    openWatches: () => state.watches.size,
    close: async () => {
      await hangUp(server);
      await agent.destroy();
    },
  };
}

async function handle(
  state: State,
  target: { agent: Agent; server: string },
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const seen = look(incoming);
  state.seen.push(seen);
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const instead = state.intercept?.(seen);
  if (instead !== undefined) {
    response.writeHead(instead.status, { "content-type": "application/json", ...instead.headers });
    response.end(JSON.stringify(instead.body ?? {}));
    return;
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const answer = await forward(target.server + (incoming.url ?? "/"), {
    method: seen.method,
    headers: endToEnd(incoming.headers),
    body: chunks.length === 0 ? null : Buffer.concat(chunks),
    dispatcher: target.agent,
    signal: gone.signal,
  });
  if (state.loses?.(seen) === true) {
    answer.body.on("error", () => undefined).destroy();
    response.destroy();
    return;
  }
  await passOn(state, seen, answer, response);
}

async function passOn(
  state: State,
  { kind }: Seen,
  answer: Dispatcher.ResponseData,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(answer.statusCode, endToEnd(answer.headers));
  response.flushHeaders();
  if (kind === "watch") await pipeWatch(state, answer.body, response);
  else for await (const chunk of answer.body as AsyncIterable<Buffer>) response.write(chunk);
  response.end();
}

async function pipeWatch(state: State, body: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
  state.watches.add(response);
  response.once("close", () => state.watches.delete(response));
  for await (const chunk of body) {
    while (state.held && !response.destroyed)
      await new Promise<void>((resolve) => {
        state.letGo.add(resolve);
        response.once("close", resolve);
      });
    if (state.muted) continue;
    if (state.cut) {
      state.cut = false;
      const half = chunk.subarray(0, Math.floor(chunk.length / 2));
      await new Promise((resolve) => response.write(half, resolve));
      response.destroy();
      return;
    }
    response.write(chunk);
  }
}

function look(incoming: IncomingMessage): Seen {
  const url = new URL(incoming.url ?? "/", "http://proxy");
  return { method: incoming.method ?? "GET", path: url.pathname, query: url.searchParams, kind: kindOf(incoming, url) };
}

function kindOf(incoming: IncomingMessage, url: URL): Seen["kind"] {
  if (incoming.method !== "GET") return "other";
  if (url.searchParams.get("watch") === "true") return "watch";
  return url.searchParams.has("limit") ? "list" : "other";
}

const HOP_BY_HOP = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive"]);

function endToEnd(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}
