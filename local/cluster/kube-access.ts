import { request, type Agent } from "node:https";

/** How to reach an API server. */
export type KubeAccess = Readonly<{
  server: string;
  caPem: string;
  token?: string;
  /** Keeps connections for whoever asks often; without it each request has its own. */
  agent?: Agent;
}>;

/** Any Kubernetes object as far as applying it needs. */
export type Manifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    ownerReferences?: readonly Readonly<{ kind: string; name: string; apiVersion?: string; uid?: string }>[];
  }>;
}> &
  Readonly<Record<string, unknown>>;

/** An API server's answer. */
export type KubeAnswer = Readonly<{ status: number; body: unknown }>;

type Call = Readonly<{
  method?: string;
  path: string;
  body?: unknown;
  contentType?: string;
  signal?: AbortSignal;
  /** How long an answer is waited for; 15 s unless told. */
  timeoutMs?: number;
}>;

const defaultTimeoutMs = 15_000;
const WATCH_SECONDS = 300;
const GRACE_SECONDS = 30;

/** Sends one request and answers status and parsed body; throws only when there is no answer. */
export function callKube(access: KubeAccess, call: Call): Promise<KubeAnswer> {
  const { timeoutMs = defaultTimeoutMs } = call;
  const late = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, fail) => {
    const signal = AbortSignal.any([late, ...(call.signal ? [call.signal] : [])]);
    const reject = (error: Error): void =>
      fail(late.aborted ? new Error(`no answer within ${timeoutMs / 1000} s`, { cause: error }) : error);
    const asked = request(
      new URL(call.path, access.server),
      {
        method: call.method ?? "GET",
        ca: access.caPem,
        headers: deriveHeaders(access, call),
        signal,
        agent: access.agent ?? false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, body: parseBody(Buffer.concat(chunks).toString()) }),
        );
      },
    );
    asked.on("error", reject);
    asked.end(call.body === undefined ? undefined : JSON.stringify(call.body));
  });
}

/**
 * Waits until there is something under a path, or something is other than at a version of its list, for some minutes at most.
 * Who asks looks anew however it ended: an API server that refuses or goes away ends it at once.
 */
export function awaitFirst(access: KubeAccess, path: string, signal: AbortSignal, since?: string): Promise<void> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout((WATCH_SECONDS + GRACE_SECONDS) * 1_000)]);
  // Without a version a watch begins with what is there.
  const url = new URL(`${path}?watch=1&timeoutSeconds=${WATCH_SECONDS}`, access.server);
  if (since !== undefined) url.searchParams.set("resourceVersion", since);
  return new Promise((resolve) => {
    // Beside the kept connections, which are few.
    const options = { ca: access.caPem, headers: deriveHeaders(access, { path }), signal: stop, agent: false as const };
    const asked = request(url, options, (response) => {
      response.once("data", () => asked.destroy());
      response.on("error", () => resolve());
    });
    asked.on("error", () => resolve());
    asked.once("close", () => resolve());
    asked.end();
  });
}

/** Lists the objects under a path; `what` they are is said where the API server refuses. */
export async function listObjects<T>(access: KubeAccess, path: string, what: string): Promise<readonly T[]> {
  const answer = await callKube(access, { path });
  if (answer.status !== 200) throw new Error(`Listing ${what} failed: ${describeRefusal(answer)}`);
  return (answer.body as { items: readonly T[] }).items;
}

/** Describes why an API server refused a request. */
export function describeRefusal({ status, body }: KubeAnswer): string {
  const { message } = (typeof body === "object" && body !== null ? body : {}) as { message?: string };
  return `${status} ${message ?? ""}`.trim();
}

function deriveHeaders(access: KubeAccess, call: Call): Record<string, string> {
  return {
    accept: "application/json",
    ...(access.token === undefined ? {} : { authorization: `Bearer ${access.token}` }),
    ...(call.body === undefined ? {} : { "content-type": call.contentType ?? "application/json" }),
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
