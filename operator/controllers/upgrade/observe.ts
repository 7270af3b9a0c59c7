import { POD_DISRUPTION_BUDGETS } from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { findOffered } from "../../../contract/kubernetes-versions.ts";
import { upgradePath } from "../../../render/delivery-names.ts";
import { formatResource } from "../../../render/resource-file.ts";
import type { FileChange } from "../../git/write-request.ts";
import type { ClusterPhase } from "../../machines/cluster/state.ts";
import type { PreflightView, UpgradedCluster, UpgradeObserved } from "../../machines/upgrade/observe-types.ts";
import { judgePreflight, type BudgetFact } from "../../machines/upgrade/preflight.ts";
import { isOpen } from "../../machines/upgrade/state.ts";
import { formatTime, parseTime } from "../../machines/status-time.ts";
import { idOf, renderedMetadata, requestIdOf } from "../../resources/adoption.ts";
import { clusterKeyOf, type ClusterObject, type UpgradeObject } from "../../resources/objects.ts";
import { clusterHandle, upgradeKey } from "../../resources/handles.ts";
import { listNodes } from "../shared/cluster-probes.ts";
import { bareVersion } from "../cluster/upgrade.ts";
import { contentOf } from "../delivered/content.ts";
import { recordedDelivery, type Content } from "../shared/git-desk.ts";
import { clusterOf, type UpgradeContext } from "./context.ts";
import type { UpgradeFacts } from "../../machines/upgrade/status.ts";

/** One look at an upgrade request, with what its effects will need. */
export type UpgradeLook = Readonly<{
  observed: UpgradeObserved;
  facts: UpgradeFacts;
  cluster: ClusterObject | undefined;
  files: readonly FileChange[];
  content: Content;
}>;

const CALL = { timeoutMs: 10_000 } as const;
const BUDGETS_MAX = 500;

/** Looks at everything that decides about an upgrade request. */
export async function observeUpgradeRequest(context: UpgradeContext, object: UpgradeObject): Promise<UpgradeLook> {
  const { status, spec } = object;
  const named = clusterOf(context, object);
  // One of the same name that came later is another.
  const isMeant = status?.clusterId === undefined || (named !== undefined && idOf(named) === status.clusterId);
  const cluster = isMeant ? named : undefined;
  const toVersion = targetOf(object, cluster);
  const files = renderFiles(object, cluster);
  const content = contentOf(files);
  const observed: UpgradeObserved = {
    generation: object.metadata.generation ?? 1,
    toVersion,
    decision: spec.decision,
    scheduledAtMs: parseTime(spec.scheduledDate),
    cluster: viewOf(cluster, toVersion),
    rival: rivalOf(context, object),
    preflight: status?.phase === "preflight" ? await lookBefore(context, cluster, toVersion) : { kind: "unasked" },
    contentHash: content.contentHash,
    git: context.desk.view(upgradeKey(object), content, recordedDelivery(object)),
  };
  return { observed, facts: deriveFacts(object, files), cluster, files, content };
}

function deriveFacts(object: UpgradeObject, files: readonly FileChange[]): UpgradeFacts {
  return { gitPath: files[0]?.path ?? object.status?.git?.path, requestId: requestIdOf(object) };
}

/** Returns the full version that a request is for; a minor means its newest patch on offer. */
function targetOf({ spec }: UpgradeObject, cluster: ClusterObject | undefined): string {
  const offered = cluster && findOffered(cluster.spec.provider, spec.toVersion);
  return offered ?? spec.toVersion.replace(/^v/, "");
}

function viewOf(cluster: ClusterObject | undefined, toVersion: string): UpgradedCluster {
  if (cluster === undefined) return { kind: "absent" };
  if (cluster.metadata.deletionTimestamp !== undefined) return { kind: "deleting" };
  const { metadata, spec, status = {} } = cluster;
  return {
    kind: "present",
    id: idOf(cluster),
    phase: (status.phase ?? "pending") as ClusterPhase,
    reason: status.statusReason ?? "",
    message: status.errorMessage ?? "",
    step: status.step ?? "",
    settled: status.observedGeneration === metadata.generation,
    version: bareVersion(status.kubernetesVersion),
    ordered: spec.kubernetesVersion === toVersion,
  };
}

/** Of two open requests for one cluster the older stays; of two of one second the one whose name comes first. */
function rivalOf({ caches }: UpgradeContext, object: UpgradeObject): string | undefined {
  const open = caches.upgrades.byIndex("cluster", clusterKeyOf(object)).filter(({ status }) => isOpen(status?.phase));
  return open.find((other) => isBefore(other, object))?.metadata.name;
}

/** One that has begun is never pushed aside. */
function isBefore(one: UpgradeObject, other: UpgradeObject): boolean {
  const begun = hasBegun(one);
  return begun === hasBegun(other) ? orderOf(one) < orderOf(other) : begun;
}

function hasBegun({ status }: UpgradeObject): boolean {
  return (status?.phase ?? "pending") !== "pending";
}

function orderOf({ metadata }: UpgradeObject): string {
  return `${metadata.creationTimestamp ?? ""} ${metadata.name}`;
}

async function lookBefore(
  { tenants, clock }: UpgradeContext,
  cluster: ClusterObject | undefined,
  toVersion: string,
): Promise<PreflightView> {
  const client = cluster && tenants.client(clusterHandle(cluster));
  if (cluster === undefined || client === undefined) return { kind: "unreachable" };
  const [nodes, budgets] = await Promise.all([listNodes(client), listBudgets(client)]);
  if (nodes === undefined || budgets === undefined) return { kind: "unreachable" };
  const { spec, status = {}, metadata } = cluster;
  const version = bareVersion(status.kubernetesVersion);
  const phase = (status.phase ?? "pending") as ClusterPhase;
  const findings = judgePreflight({ clusterName: metadata.name, spec, phase, version, toVersion, nodes, budgets });
  const checkedAt = formatTime(clock.nowMs());
  const report = { checkedAt, nodeCount: nodes.length, findings, ...(version && { kubernetesVersion: version }) };
  return { kind: "looked", report };
}

type BudgetObject = KubeObject &
  Readonly<{ status?: Readonly<{ disruptionsAllowed?: number; expectedPods?: number }> }>;

async function listBudgets(client: KubeClient): Promise<readonly BudgetFact[] | undefined> {
  const options = { ...CALL, limit: BUDGETS_MAX };
  const list = await client.list<BudgetObject>(POD_DISRUPTION_BUDGETS, options).catch(() => undefined);
  return list?.items.map(({ metadata, status }) => ({
    namespace: metadata.namespace ?? "",
    name: metadata.name,
    allowed: status?.disruptionsAllowed ?? 0,
    pods: status?.expectedPods ?? 0,
  }));
}

/** Git holds a request once its cluster is known. */
function renderFiles(object: UpgradeObject, cluster: ClusterObject | undefined): FileChange[] {
  if (cluster === undefined) return [];
  const path = upgradePath(clusterHandle(cluster), object.metadata.name);
  return [{ path, content: formatResource("UpgradeRequest", renderedMetadata(object), object.spec) }];
}
