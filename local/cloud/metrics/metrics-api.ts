import { Agent, createServer, type Server } from "node:https";
import { listObjects, type KubeAccess } from "../../cluster/kube-access.ts";
import { sendJson } from "../../expect-bearer.ts";
import { measureNodes, measurePods, type SimulatedNode, type SimulatedPod } from "./measure-pods.ts";

/** A cluster with simulated nodes: by which certificate its metrics API answers, and whose pods are measured. */
type MeasuredCluster = Readonly<{ key: string; cert: string; access: KubeAccess }>;

const VERSION = "/apis/metrics.k8s.io/v1beta1";
const PATHS =
  /^\/apis\/metrics\.k8s\.io\/v1beta1(?:\/namespaces\/(?<namespace>[a-z0-9.-]+))?\/(?<plural>pods|nodes)(?:\/(?<name>[a-z0-9.-]+))?$/;
const SELECTORS = ["labelSelector", "fieldSelector"];
const KINDS = { pods: "PodMetrics", nodes: "NodeMetrics" } as const;
const resource = (name: keyof typeof KINDS, namespaced: boolean): object => ({
  name,
  singularName: "",
  namespaced,
  kind: KINDS[name],
  verbs: ["get", "list"],
});
const DISCOVERY = {
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: "metrics.k8s.io/v1beta1",
  resources: [resource("nodes", false), resource("pods", true)],
};

/**
 * Creates what answers metrics.k8s.io for a cluster whose nodes are simulated, in the place of metrics-server, which would find
 * no kubelets to ask. Only the cluster's own API server comes to it (the aggregator), which has judged who asks.
 */
export function createMetricsApi({ key, cert, access }: MeasuredCluster): Server {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const measured = { ...access, agent };
  const server = createServer({ key, cert }, (request, response) => {
    answer(measured, new URL(request.url ?? "/", "https://localhost")).then(
      (body) => sendJson(response, body === undefined ? 404 : 200, body ?? failure(404, "NotFound")),
      () => sendJson(response, 503, failure(503, "ServiceUnavailable")),
    );
  });
  server.on("close", () => agent.destroy());
  return server;
}

function failure(code: number, reason: string): object {
  return { kind: "Status", apiVersion: "v1", status: "Failure", reason, code, message: reason };
}

async function answer(access: KubeAccess, { pathname, searchParams }: URL): Promise<object | undefined> {
  if (pathname === VERSION) return DISCOVERY;
  const { namespace, plural, name } = PATHS.exec(pathname)?.groups ?? {};
  if (plural === undefined) return undefined;
  const selectors = new URLSearchParams([...searchParams].filter(([member]) => SELECTORS.includes(member)));
  const one = name === undefined ? undefined : `metadata.name=${name}`;
  if (one !== undefined) selectors.set("fieldSelector", one);
  const items = plural === "nodes" ? await nodes(access, selectors) : await pods(access, selectors, namespace);
  const kind = KINDS[plural as keyof typeof KINDS];
  const typed = { kind, apiVersion: "metrics.k8s.io/v1beta1" };
  if (one !== undefined) return items[0] && { ...typed, ...items[0] };
  return { ...typed, kind: `${kind}List`, metadata: {}, items };
}

async function pods(access: KubeAccess, selectors: URLSearchParams, namespace?: string): Promise<readonly object[]> {
  const path = namespace === undefined ? "/api/v1/pods" : `/api/v1/namespaces/${namespace}/pods`;
  return measurePods(await listObjects<SimulatedPod>(access, `${path}?${selectors.toString()}`, "pods"), Date.now());
}

async function nodes(access: KubeAccess, selectors: URLSearchParams): Promise<readonly object[]> {
  const [found, all] = await Promise.all([
    listObjects<SimulatedNode>(access, `/api/v1/nodes?${selectors.toString()}`, "nodes"),
    listObjects<SimulatedPod>(access, "/api/v1/pods", "pods"),
  ]);
  return measureNodes(found, all, Date.now());
}
