/*
 * The HTTP side of the simulated cloud: token, route, fault on demand, body, work, answer.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { z } from "zod";
import { localClusterSpec, localFault } from "../../adapters/providers/local-cloud-protocol.ts";
import type { LocalClusterSpec, LocalOperation } from "../../adapters/providers/local-cloud-protocol.ts";
import { parseIfJson } from "../../contract/json.ts";
import { expectBearer, sendJson } from "../expect-bearer.ts";
import { PRICES, REGIONS, SERVER_TYPES } from "./catalog.ts";
import { isKnownVersion } from "./cluster-processes.ts";
import type { Clusters } from "./clusters.ts";
import type { Faults } from "./faults.ts";
import { Refusal } from "./refusal.ts";

type Answer = Readonly<{ status: number; body?: unknown }>;
type Call = Readonly<{ handle: string; node: string; readBody: <T>(shape: z.ZodType<T>) => Promise<T> }>;
type Route = Readonly<{
  method: string;
  path: RegExp;
  operation?: LocalOperation;
  run: (call: Call) => Promise<Answer> | Answer;
}>;

const bodySizeBytesMax = 64 * 1024;

/** Creates the HTTP server of the simulated cloud. */
export function createCloudServer({
  token,
  clusters,
  faults,
}: {
  token: string;
  clusters: Clusters;
  faults: Faults;
}): Server {
  const routes = listRoutes(clusters, faults);
  const isAllowed = expectBearer(token);
  return createServer((request, response) => {
    answer(request, { routes, faults, allowed: isAllowed(request) })
      .catch(describeError)
      .then(({ status, body }) => sendJson(response, status, body))
      .catch(() => response.destroy());
  });
}

function listRoutes(clusters: Clusters, faults: Faults): readonly Route[] {
  return [...listCatalogRoutes(faults), ...listClusterRoutes(clusters), faultRoute(faults)];
}

function listCatalogRoutes(faults: Faults): readonly Route[] {
  const types = (): unknown => SERVER_TYPES.map((type) => ({ ...type, available: !faults.isSoldOut(type.id) }));
  const read = (path: RegExp, operation: LocalOperation, body: () => unknown): Route => {
    return { method: "GET", path, operation, run: () => ({ status: 200, body: body() }) };
  };
  return [
    read(/^\/v1\/regions$/, "list_regions", () => ({ regions: REGIONS })),
    read(/^\/v1\/server-types$/, "list_server_types", () => ({ server_types: types() })),
    read(/^\/v1\/prices$/, "list_prices", () => PRICES),
  ];
}

function listClusterRoutes(clusters: Clusters): readonly Route[] {
  const path = /^\/v1\/clusters\/(?<handle>[a-z0-9](?:[a-z0-9-]{0,50}[a-z0-9])?)$/;
  return [
    {
      method: "GET",
      path: /^\/v1\/clusters$/,
      operation: "list_clusters",
      run: async () => ({ status: 200, body: { clusters: await clusters.list() } }),
    },
    {
      method: "GET",
      path,
      operation: "get_cluster",
      run: async ({ handle }) => ({ status: 200, body: await clusters.get(handle) }),
    },
    {
      method: "PUT",
      path,
      operation: "put_cluster",
      run: async ({ handle, readBody }) => {
        const spec = assertOffered(await readBody(localClusterSpec));
        return { status: 200, body: await clusters.put(handle, spec) };
      },
    },
    {
      method: "DELETE",
      path,
      operation: "delete_cluster",
      run: async ({ handle }) => {
        await clusters.remove(handle);
        return { status: 202 };
      },
    },
    {
      method: "DELETE",
      path: /^\/v1\/clusters\/(?<handle>[a-z0-9-]{1,52})\/nodes\/(?<node>[a-z0-9-]{1,253})$/,
      operation: "delete_node",
      run: async ({ handle, node }) => {
        await clusters.removeNode(handle, node);
        return { status: 202 };
      },
    },
  ];
}

function faultRoute(faults: Faults): Route {
  return {
    method: "POST",
    path: /^\/v1\/faults$/,
    run: async ({ readBody }) => {
      faults.plant(await readBody(localFault));
      return { status: 204 };
    },
  };
}

async function answer(
  request: IncomingMessage,
  { routes, faults, allowed }: { routes: readonly Route[]; faults: Faults; allowed: boolean },
): Promise<Answer> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/healthz") return { status: 200, body: { status: "ok" } };
  if (!allowed) throw new Refusal("unauthorized", "The token is missing or wrong");
  const route = routes.find(({ method, path }) => method === request.method && path.test(pathname));
  if (!route) throw new Refusal("not_found", `There is nothing at ${request.method ?? ""} ${pathname}`);
  if (route.operation) await faults.meet(route.operation);
  return route.run({ ...readNames(route, pathname), readBody: (shape) => readBody(request, shape) });
}

function readNames({ path }: Route, pathname: string): Pick<Call, "handle" | "node"> {
  const { handle = "", node = "" } = path.exec(pathname)?.groups ?? {};
  return { handle, node };
}

async function readBody<T>(request: IncomingMessage, shape: z.ZodType<T>): Promise<T> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  // Leaving the loop must not destroy the request: the connection still carries the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    sizeBytes += (chunk as Buffer).length;
    if (sizeBytes > bodySizeBytesMax) throw new Refusal("invalid", "The body is too large");
    chunks.push(chunk as Buffer);
  }
  const parsed = shape.safeParse(parseIfJson(Buffer.concat(chunks).toString()));
  if (parsed.success) return parsed.data;
  throw new Refusal(
    "invalid",
    parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "),
  );
}

function assertOffered(spec: LocalClusterSpec): LocalClusterSpec {
  if (!REGIONS.some(({ id }) => id === spec.region)) throw new Refusal("invalid", `There is no region ${spec.region}`);
  if (!SERVER_TYPES.some(({ id }) => id === spec.server_type))
    throw new Refusal("invalid", `There is no server type ${spec.server_type}`);
  if (!isKnownVersion(spec.kubernetes_version))
    throw new Refusal("invalid", `There is no Kubernetes ${spec.kubernetes_version}`);
  return spec;
}

function describeError(error: unknown): Answer {
  const { code, message, status } = error instanceof Refusal ? error : new Refusal("fault", String(error), 500);
  return { status, body: { error: { code, message } } };
}
