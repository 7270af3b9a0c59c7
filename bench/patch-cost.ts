/**
 * Measures what one PATCH costs the API server by what it is of (`node bench/patch-cost.ts 100 1` for fewer of each, once):
 *
 * 1. A real etcd and kube-apiserver with nothing else, our definition and Argo CD's; one object of each kind that a change
 *    writes to, with a status as long as it has when it runs, and a ConfigMap to compare with.
 * 2. The same patches one after the other, each of which changes something; the API server's own count of its CPU time.
 * 3. The same of a Deployment whose definition lacks a part, which tells what that part costs; all of it in turn, several times,
 *    of which the median is shown: the first of them meets an API server that has just started.
 *
 * Nothing is asserted.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  createKubeClient,
  type KubeClient,
  type KubeObject,
  type ResourceType,
} from "../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS, CONFIG_MAPS, DEPLOYMENTS, NAMESPACES } from "../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, FIELD_MANAGERS, FINALIZER, LABELS } from "../contract/identity.ts";
import { startEmbeddedApiServer } from "../test/support/api-server.ts";
import { installDefinition, readDocuments } from "../test/support/dry-run.ts";
import { takeApiServerCost } from "./api-server-cost.ts";
import { median, printTable } from "./report.ts";
import { sampleSpec } from "./sample-spec.ts";

const TIMES = Number(process.argv[2] ?? 300);
const ROUNDS = Number(process.argv[3] ?? 3);
const WARM_UP = Math.ceil(TIMES / 5);
const NAMESPACE = "org-bench";
const OPERATOR = { fieldManager: FIELD_MANAGERS.operator } as const;
const GATEWAY = { fieldManager: FIELD_MANAGERS.api, strict: true } as const;
const ONE = { name: "one", namespace: NAMESPACE };
const SERVED_MS = 3_000;
const DEFINITION = "crds/hosting.berth.dev_deployments.yaml";

const server = await startEmbeddedApiServer();
const client = createKubeClient({ kubeconfigPath: server.kubeconfig });

type Act = (client: KubeClient, round: number) => Promise<unknown>;
type Sample = Readonly<{ apiServerMs: number; etcdMs: number }>;
const samples = new Map<string, Sample[]>();

async function measure(what: string, act: Act): Promise<void> {
  for (let round = 0; round < WARM_UP; round += 1) await act(client, round);
  const before = await takeApiServerCost(client, server.etcdUrl);
  for (let round = 0; round < TIMES; round += 1) await act(client, WARM_UP + round);
  const after = await takeApiServerCost(client, server.etcdUrl);
  const apiServerMs = (after.cpuMs - before.cpuMs) / TIMES;
  const etcdMs = (after.etcdCpuMs - before.etcdCpuMs) / TIMES;
  samples.set(what, [...(samples.get(what) ?? []), { apiServerMs, etcdMs }]);
}

function rowOf([what, all]: [string, readonly Sample[]]): Record<string, string> {
  const shown = (each: readonly number[]): string =>
    `${median(each).toFixed(1)} ms (${Math.min(...each).toFixed(1)} to ${Math.max(...each).toFixed(1)})`;
  return {
    what,
    "API server": shown(all.map(({ apiServerMs }) => apiServerMs)),
    etcd: shown(all.map(({ etcdMs }) => etcdMs)),
  };
}

const time = (round: number): string => new Date(1_700_000_000_000 + round * 1_000).toISOString();

function deployment(name: string): KubeObject {
  return {
    apiVersion: `${DEPLOYMENTS.group}/${DEPLOYMENTS.version}`,
    kind: "Deployment",
    metadata: {
      name,
      namespace: NAMESPACE,
      labels: { [LABELS.id]: randomUUID(), [LABELS.userId]: randomUUID(), [LABELS.organizationId]: randomUUID() },
      annotations: { [ANNOTATIONS.requestId]: randomUUID() },
      finalizers: [FINALIZER],
    },
    spec: sampleSpec("bench", name),
  };
}

/** What the operator says of a deployment that runs. */
function runningStatus(round: number): Record<string, unknown> {
  const types = ["Accepted", "Rendered", "Committed", "Synced", "Healthy", "Ready", "Stalled", "Drifted"];
  const commit = round.toString(16).padStart(40, "0");
  return {
    phase: "running",
    observedGeneration: round,
    statusReason: "Running",
    conditions: types.map((type) => ({
      type,
      status: "True",
      observedGeneration: round,
      lastTransitionTime: time(round),
      reason: "Running",
      message: "Synced at our commit and healthy",
    })),
    git: {
      commit,
      contentHash: commit,
      committedAt: time(round),
      path: "clusters/bench/deployments/one",
      syncedRevision: commit,
    },
    handle: "one",
    clusterId: "0198f000-0000-7000-8000-000000000001",
    dockerImageRunning: "nginx:1.29",
    readyReplicas: 2,
    requestId: `bench-${round}`,
  };
}

function application(name: string): KubeObject {
  const source = {
    repoURL: "https://git.example.org/delivery.git",
    path: `clusters/bench/deployments/${name}`,
    targetRevision: "main",
  };
  return {
    apiVersion: `${APPLICATIONS.group}/${APPLICATIONS.version}`,
    kind: "Application",
    metadata: { name, namespace: NAMESPACE, labels: { [LABELS.id]: randomUUID(), [LABELS.clusterHandle]: "bench" } },
    spec: {
      project: NAMESPACE,
      source,
      destination: { name: "bench", namespace: name },
      syncPolicy: { automated: { prune: true, selfHeal: true }, syncOptions: ["CreateNamespace=true"] },
    },
  };
}

/** What Argo CD says of an Application whose comparison is over. */
function comparedStatus(round: number, source: unknown): Record<string, unknown> {
  return {
    sync: {
      status: "Synced",
      revision: round.toString(16).padStart(40, "0"),
      comparedTo: { source, destination: { name: "bench" } },
    },
    health: { status: "Healthy", lastTransitionTime: time(round) },
    reconciledAt: time(round),
    summary: { images: ["nginx:1.29"] },
    resources: ["Namespace", "Deployment", "Service", "ServiceAccount", "NetworkPolicy"].map((kind) => ({
      kind,
      version: "v1",
      name: "one",
      namespace: "one",
      status: "Synced",
    })),
  };
}

function statusPatch(
  type: ResourceType,
  name: string,
  statusOf: (round: number) => unknown,
  subresource?: "status",
): Act {
  const options = subresource === undefined ? OPERATOR : { ...OPERATOR, subresource };
  return (to, round) =>
    to.patch(type, { namespace: NAMESPACE, name }, { kind: "merge", body: { status: statusOf(round) } }, options);
}

function specPatch(name: string): Act {
  const annotation = `/metadata/annotations/${ANNOTATIONS.requestId.replaceAll("/", "~1")}`;
  return (to, round) => {
    const body = [
      { op: "replace", path: "/spec/environmentVariables", value: [{ name: "ROUND", value: String(round) }] },
      { op: "replace", path: annotation, value: `bench-${round}` },
    ];
    return to.patch(DEPLOYMENTS, { namespace: NAMESPACE, name }, { kind: "json", body }, GATEWAY);
  };
}

/** Comparable by its size: a ConfigMap has no schema that anybody could look at. */
const configMapPatch: Act = (to, round) =>
  to.patch(
    CONFIG_MAPS,
    ONE,
    { kind: "merge", body: { data: { status: JSON.stringify(runningStatus(round)) } } },
    OPERATOR,
  );

type Member = Record<string, unknown>;

/** Leaves a member out wherever it stands. */
function without(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => without(name, member));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(members.map(([key, member]) => [key, without(name, member)]));
}

/** Makes the conditions of a status one piece to the API server, or a list whose members it tells apart. */
function withConditions(definition: KubeObject, told: Member): unknown {
  const walk = (value: unknown, name = ""): unknown => {
    if (Array.isArray(value)) return value.map((member) => walk(member));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([key, member]) => [key, walk(member, key)] as const);
    const isList = name === "conditions" && "items" in value;
    const kept = isList ? members.filter(([key]) => !key.startsWith("x-kubernetes-list")) : members;
    return { ...Object.fromEntries(kept), ...(isList ? told : {}) };
  };
  return walk(definition);
}

const BY_TYPE = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"] };
const VARIANTS: Readonly<Record<string, (definition: KubeObject) => unknown>> = {
  "": (definition) => definition,
  ", conditions told apart": (definition) => withConditions(definition, BY_TYPE),
  ", conditions in one piece": (definition) => withConditions(definition, { "x-kubernetes-list-type": "atomic" }),
  ", without rules": (definition) => without("x-kubernetes-validations", definition),
  ", without patterns": (definition) => without("pattern", definition),
};

async function installAll(): Promise<Readonly<{ definition: KubeObject; source: unknown }>> {
  const [definition] = readDocuments(DEFINITION);
  await installDefinition(client, definition!);
  for (const one of readDocuments("local/manifests/argocd/application-crd.json")) await installDefinition(client, one);
  await client.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } }, OPERATOR);
  const data = { status: JSON.stringify(runningStatus(0)) };
  await client.create(CONFIG_MAPS, { apiVersion: "v1", kind: "ConfigMap", metadata: ONE, data }, OPERATOR);
  await client.create(DEPLOYMENTS, deployment("one"), GATEWAY);
  const made = await client.create(APPLICATIONS, application("one"), OPERATOR);
  return { definition: definition!, source: (made["spec"] as { source: unknown }).source };
}

async function measureOthers(source: unknown): Promise<void> {
  const refresh: Act = (to, round) => {
    const annotations = { "argocd.argoproj.io/refresh": String(round) };
    return to.patch(APPLICATIONS, ONE, { kind: "merge", body: { metadata: { annotations } } }, OPERATOR);
  };
  const compared = statusPatch(APPLICATIONS, "one", (round) => comparedStatus(round, source));
  await measure("GET of a Deployment", (to) => to.get(DEPLOYMENTS, ONE));
  await measure("PATCH of a ConfigMap", configMapPatch);
  await measure("PATCH of an Application: refresh", refresh);
  await measure("PATCH of an Application's status", compared);
}

try {
  const { definition, source } = await installAll();
  for (let round = 0; round < ROUNDS; round += 1) {
    await measureOthers(source);
    for (const [name, change] of Object.entries(VARIANTS)) {
      await installDefinition(client, change(definition) as KubeObject);
      // The API server serves the old definition for a moment after it has taken the new one.
      await delay(SERVED_MS);
      await measure(`PATCH of a Deployment's status${name}`, statusPatch(DEPLOYMENTS, "one", runningStatus, "status"));
      await measure(`PATCH of a Deployment's spec${name}`, specPatch("one"));
    }
  }
  printTable(`What one PATCH costs, the median of ${ROUNDS} times ${TIMES} of each`, [...samples].map(rowOf));
} finally {
  await client.close();
  await server.stop();
}
