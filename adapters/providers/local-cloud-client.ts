import type { SecretText } from "../../contract/secret-text.ts";
import { Agent, fetch } from "undici";
import type { z } from "zod";
import {
  localCluster,
  localPrices,
  localProblem,
  localRegionList,
  localServerTypeList,
} from "./local-cloud-protocol.ts";
import type {
  LocalCluster,
  LocalClusterSpec,
  LocalFault,
  LocalPrices,
  LocalRefusal,
  LocalRegion,
  LocalServerType,
} from "./local-cloud-protocol.ts";

/** How to reach the simulated cloud. */
type LocalCloudOptions = Readonly<{
  url: string;
  token: SecretText;
  fetchTimeoutMs?: number;
  /** Is asked right before anything is changed; what it throws ends the call. */
  beforeWrite?: () => void;
}>;

/** Reports a refusal of the simulated cloud, or that it could not be asked (`unreachable`). */
export class LocalCloudError extends Error {
  override readonly name = "LocalCloudError";
  readonly code: LocalRefusal | "unreachable";
  readonly status: number | undefined;

  constructor(code: LocalRefusal | "unreachable", message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status;
  }
}

/** Talks to the simulated cloud; every call has a deadline and can be repeated. */
export type LocalCloudClient = Readonly<{
  regions: () => Promise<readonly LocalRegion[]>;
  serverTypes: () => Promise<readonly LocalServerType[]>;
  prices: () => Promise<LocalPrices>;
  putCluster: (handle: string, spec: LocalClusterSpec) => Promise<LocalCluster>;
  /** Answers undefined when there is no such cluster. */
  getCluster: (handle: string) => Promise<LocalCluster | undefined>;
  /** Begins the deletion; a cluster that is gone already is no fault. */
  deleteCluster: (handle: string) => Promise<void>;
  /** Removes one machine of a cluster; one that is gone already is no fault. */
  deleteNode: (handle: string, name: string) => Promise<void>;
  /** Plants a fault; for tests. */
  plantFault: (fault: LocalFault) => Promise<void>;
}>;

type Request = Readonly<{ method: string; path: string; body?: unknown }>;

/** Creates a client of the simulated cloud. */
export function createLocalCloudClient(options: LocalCloudOptions): LocalCloudClient {
  const call = <T>(request: Request, shape: z.ZodType<T>): Promise<T> => callCloud(options, request, shape);
  const cluster = (handle: string): string => `/v1/clusters/${encodeURIComponent(handle)}`;
  return {
    regions: async () => (await call({ method: "GET", path: "/v1/regions" }, localRegionList)).regions,
    serverTypes: async () =>
      (await call({ method: "GET", path: "/v1/server-types" }, localServerTypeList)).server_types,
    prices: () => call({ method: "GET", path: "/v1/prices" }, localPrices),
    putCluster: (handle, spec) => call({ method: "PUT", path: cluster(handle), body: spec }, localCluster),
    getCluster: (handle) => absentAsUndefined(call({ method: "GET", path: cluster(handle) }, localCluster)),
    deleteCluster: async (handle) => {
      await absentAsUndefined(send(options, { method: "DELETE", path: cluster(handle) }));
    },
    deleteNode: async (handle, name) => {
      await absentAsUndefined(
        send(options, { method: "DELETE", path: `${cluster(handle)}/nodes/${encodeURIComponent(name)}` }),
      );
    },
    plantFault: async (fault) => {
      await send(options, { method: "POST", path: "/v1/faults", body: fault });
    },
  };
}

async function absentAsUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LocalCloudError && error.code === "not_found") return undefined;
    throw error;
  }
}

async function callCloud<T>(options: LocalCloudOptions, request: Request, shape: z.ZodType<T>): Promise<T> {
  const parsed = shape.safeParse(await send(options, request));
  if (parsed.success) return parsed.data;
  throw new LocalCloudError("unreachable", `${request.method} ${request.path} answered an unexpected shape`);
}

async function send(options: LocalCloudOptions, request: Request): Promise<unknown> {
  const { url, token, fetchTimeoutMs = 10_000, beforeWrite } = options;
  if (request.method !== "GET") beforeWrite?.();
  const { status, body } = await exchange(new URL(request.path, url), token, fetchTimeoutMs, request);
  if (status < 300) return body;
  const problem = localProblem.safeParse(body);
  const { code, message } = problem.success
    ? problem.data.error
    : { code: "unreachable" as const, message: `${request.method} ${request.path} answered ${status}` };
  throw new LocalCloudError(code, message, { status });
}

/** What is longer is no answer. */
const dispatcher = new Agent({ maxResponseSize: 8_388_608 });

async function exchange(
  url: URL,
  token: SecretText,
  timeoutMs: number,
  { method, body }: Request,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      method,
      redirect: "error",
      headers: { authorization: `Bearer ${token.reveal()}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher,
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  } catch (error) {
    throw new LocalCloudError("unreachable", "The simulated cloud could not be asked", { cause: error });
  }
}
