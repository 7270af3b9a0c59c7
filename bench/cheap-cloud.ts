import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { LocalCluster, LocalClusterSpec } from "../adapters/providers/local-cloud-protocol.ts";
import { serveJson, urlOf, type JsonAnswer, type JsonRequest } from "../test/support/serve-json.ts";

/** A cloud whose clusters cost a port each. */
type CheapCloud = Readonly<{ url: string; token: string; close: () => void }>;

/** Counts requests since the start: to the provider, and to all clusters; `GET /asked` tells them. */
export type Asked = { cloud: number; tenants: number };

const TOKEN = "bench";
const CREATING_MS = 500;
/** As long as a real API server waits for the next request of a connection. */
const KEPT_OPEN_MS = 90_000;
const TOKEN_LIFE_MS = 30 * 24 * 3_600_000;

/** Starts a double of the simulated cloud: a cluster is "creating" for a moment, then an API server that knows what registration asks. */
export async function startCheapCloud(): Promise<CheapCloud> {
  const clusters = new Map<string, LocalCluster>();
  const asked: Asked = { cloud: 0, tenants: 0 };
  const servers: Server[] = [];
  const put = async (handle: string, spec: LocalClusterSpec): Promise<LocalCluster> => {
    const known = clusters.get(handle);
    const cluster: LocalCluster = known ?? {
      handle,
      spec,
      state: "creating",
      reason: "",
      kubernetes_version: `v${spec.kubernetes_version}`,
      nodes: Array.from({ length: spec.node_count }, (_, index) => ({
        name: `${handle}-${index}`,
        server_type: spec.server_type,
        ready: true,
        kubelet_version: `v${spec.kubernetes_version}`,
      })),
    };
    clusters.set(handle, { ...cluster, spec });
    if (known !== undefined) return known;
    const answer = answerAsTenant(randomUUID());
    const server = await serveJson((request) => {
      asked.tenants += 1;
      return answer(request);
    });
    server.keepAliveTimeout = KEPT_OPEN_MS;
    servers.push(server);
    setTimeout(() => {
      clusters.set(handle, { ...cluster, state: "running", server: urlOf(server), admin_token: TOKEN });
    }, CREATING_MS);
    return cluster;
  };
  const cloud = await serveJson(async (request) => {
    if (request.path === "/asked") return { status: 200, body: asked };
    asked.cloud += 1;
    const handle = /^\/v1\/clusters\/([^/]+)$/.exec(request.path)?.[1] ?? "";
    const found = request.method === "PUT" ? await put(handle, request.body as LocalClusterSpec) : clusters.get(handle);
    return found === undefined
      ? { status: 404, body: { error: { code: "not_found", message: "There is no such cluster" } } }
      : { status: 200, body: found };
  });
  servers.push(cloud);
  const close = (): void => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { url: urlOf(cloud), token: TOKEN, close };
}

function answerAsTenant(uid: string): (request: JsonRequest) => Promise<JsonAnswer> {
  return ({ method, path, body }) => {
    const ok = (answer: unknown): Promise<JsonAnswer> => Promise.resolve({ status: 200, body: answer });
    if (path === "/version") return ok({ gitVersion: "v1.36.0" });
    if (path === "/api/v1/namespaces/kube-system") return ok({ metadata: { name: "kube-system", uid } });
    if (path.endsWith("/token")) {
      const expirationTimestamp = new Date(Date.now() + TOKEN_LIFE_MS).toISOString();
      return ok({ status: { token: TOKEN, expirationTimestamp } });
    }
    if (method === "PATCH") return ok(body);
    return Promise.resolve({ status: 404, body: { kind: "Status", status: "Failure", reason: "NotFound", code: 404 } });
  };
}
