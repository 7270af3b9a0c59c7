import { createHash } from "node:crypto";
import type { Server } from "node:http";
import type { LocalCluster, LocalClusterSpec } from "../../adapters/providers/local-cloud-protocol.ts";
import { PRICES, REGIONS, SERVER_TYPES } from "../../local/cloud/catalog.ts";
import { serveJson, urlOf } from "../support/serve-json.ts";
import { answerAsTenant, type TenantObject, type TenantObjects } from "./tenant-objects.ts";

/** What a cloud and its clusters hold, to be taken up again. */
export type CloudContent = Readonly<
  Record<string, Readonly<{ spec: LocalClusterSpec; objects: Readonly<Record<string, TenantObject>> }>>
>;
/** A cloud whose clusters are a port and some objects each. */
export type ReleaseCloud = Readonly<{ url: string; token: string; content: () => CloudContent; close: () => void }>;
type Cluster = Readonly<{ view: LocalCluster; objects: TenantObjects; server: Server }>;

const TOKEN = "cloud";
/** A cluster's address is written down in many places: it must be the same when the cloud is taken up again. */
const FIRST_PORT = 24_181;

/** Starts a double of the simulated cloud, with what it held before. */
export async function startReleaseCloud(before: CloudContent = {}): Promise<ReleaseCloud> {
  const clusters = new Map<string, Cluster>();
  for (const [handle, { spec, objects }] of Object.entries(before))
    clusters.set(
      handle,
      await startCluster(handle, spec, new Map(Object.entries(objects)), FIRST_PORT + clusters.size),
    );
  const put = async (handle: string, spec: LocalClusterSpec): Promise<LocalCluster> => {
    const known = clusters.get(handle);
    const cluster = known ?? (await startCluster(handle, spec, new Map(), FIRST_PORT + clusters.size));
    clusters.set(handle, { ...cluster, view: { ...cluster.view, spec } });
    return cluster.view;
  };
  const server = await serveJson(async ({ method, path, body }) => {
    const handle = /^\/v1\/clusters\/([^/]+)$/.exec(path)?.[1] ?? "";
    if (method === "PUT" && handle !== "") return { status: 200, body: await put(handle, body as LocalClusterSpec) };
    const found = CATALOG[path] ?? clusters.get(handle)?.view;
    return found === undefined
      ? { status: 404, body: { error: { code: "not_found", message: "There is no such cluster" } } }
      : { status: 200, body: found };
  });
  return {
    url: urlOf(server),
    token: TOKEN,
    content: () =>
      Object.fromEntries(
        [...clusters].map(([handle, { view, objects }]) => [
          handle,
          { spec: view.spec, objects: Object.fromEntries(objects) },
        ]),
      ),
    close: () => {
      for (const one of [server, ...[...clusters.values()].map((cluster) => cluster.server)]) {
        one.close();
        one.closeAllConnections();
      }
    },
  };
}

const CATALOG: Readonly<Record<string, unknown>> = {
  "/v1/regions": { regions: REGIONS },
  "/v1/server-types": { server_types: SERVER_TYPES.map((type) => ({ ...type, available: true })) },
  "/v1/prices": PRICES,
};

async function startCluster(
  handle: string,
  spec: LocalClusterSpec,
  objects: TenantObjects,
  port: number,
): Promise<Cluster> {
  objects.set("/version", { gitVersion: `v${spec.kubernetes_version}` });
  objects.set("/api/v1/namespaces/kube-system", { metadata: { name: "kube-system", uid: uidOf(handle) } });
  const server = await serveJson((request) => Promise.resolve(answerAsTenant(objects, request)), port);
  const nodes = Array.from({ length: spec.node_count }, (_, index) => ({
    name: `${handle}-${index}`,
    server_type: spec.server_type,
    ready: true,
    kubelet_version: `v${spec.kubernetes_version}`,
  }));
  const access = { server: urlOf(server), admin_token: TOKEN };
  const kubernetes = { kubernetes_version: `v${spec.kubernetes_version}` };
  return { view: { handle, spec, state: "running", reason: "", nodes, ...access, ...kubernetes }, objects, server };
}

/** A cluster is the same one again after the cloud was started anew. */
function uidOf(handle: string): string {
  const hex = createHash("sha256").update(handle).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
