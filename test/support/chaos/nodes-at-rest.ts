import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { NODES, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import type { Page } from "../fetch-app.ts";
import type { Scene } from "./at-rest.ts";
import { listPodProcesses } from "./node-processes.ts";

type Pod = KubeObject & Readonly<{ spec: { nodeName?: string }; status?: { phase?: string } }>;
type Node = KubeObject & Readonly<{ status?: { conditions?: readonly Readonly<{ type: string; status: string }>[] } }>;
type Row = Readonly<{
  name: string;
  replicas: number;
  endpoint_url: string | null;
  environment_variables: readonly Readonly<{ name: string; value?: string }>[];
}>;

/** What asks an address, and where nobody is to answer any more. */
export type Addresses = Readonly<{ fetchPage: (url: string) => Promise<Page>; gone: readonly string[] }>;

/** As often is an address asked: more often than it has pods. */
const ASKED_TIMES = 6;

/** Lists where an address does not answer with its newest change, or a node runs something else than its API server says. */
export async function findNodeFaults(
  scene: Scene,
  nodes: readonly string[],
  { fetchPage, gone }: Addresses,
): Promise<string[]> {
  const { berth, clusterId } = scene;
  const path = `/deployments?cluster_id=${clusterId}&limit=200`;
  const { deployments } = (await berth.call<{ deployments: Row[] }>("GET", path)).body;
  const looks = [
    ...deployments.map((row) => askAddress(row, fetchPage)),
    ...gone.map(async (url) => {
      const { status } = await fetchPage(url);
      return status === 404 ? [] : [`${url} of nothing answers ${status}`];
    }),
    findOnNodes(scene, nodes),
  ];
  return (await Promise.all(looks)).flat();
}

async function askAddress(
  { name, endpoint_url: url, environment_variables: variables }: Row,
  fetchPage: Addresses["fetchPage"],
): Promise<string[]> {
  if (url === null) return [`${name} has no address`];
  const round = variables.find((one) => one.name === "ROUND")?.value;
  const asked = Array.from({ length: ASKED_TIMES }, () => fetchPage(url).catch((error: unknown) => String(error)));
  const told = (await Promise.all(asked)).map((page) =>
    typeof page === "string" ? page : `${page.status} ${page.text}`,
  );
  const other = told.find((one) => one !== `200 ${round}`);
  return other === undefined ? [] : [`the address of ${name} answers ${other.slice(0, 100)} instead of 200 ${round}`];
}

async function findOnNodes({ tenant }: Scene, nodes: readonly string[]): Promise<string[]> {
  const [{ items: seen }, { items: pods }] = await Promise.all([tenant.list<Node>(NODES), tenant.list<Pod>(PODS)]);
  const ready = seen.filter(({ status }) =>
    status?.conditions?.some((one) => one.type === "Ready" && one.status === "True"),
  );
  const away = nodes.filter((name) => !ready.some(({ metadata }) => metadata.name === name));
  const compared = nodes.map(async (name) => {
    const here = pods.filter(({ spec, status }) => spec.nodeName === name && status?.phase === "Running");
    const [wanted, running] = [new Set(here.map(({ metadata }) => metadata.uid ?? "")), await listPodProcesses(name)];
    return [
      ...here
        .filter(({ metadata }) => !running.has(metadata.uid ?? ""))
        .map(({ metadata }) => `${name} does not run ${metadata.name}`),
      ...[...running.keys()].filter((uid) => !wanted.has(uid)).map((uid) => `${name} runs pod ${uid} of nothing`),
    ];
  });
  return [...away.map((name) => `${name} is not ready`), ...(await Promise.all(compared)).flat()];
}
