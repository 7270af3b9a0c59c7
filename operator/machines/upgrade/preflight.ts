/**
 * Judges whether a cluster can be upgraded now (docs/adr/0029). What only the request could change ends it;
 * everything else is waited for.
 */
import {
  findOffered,
  formatVersion,
  mayFollow,
  parseVersion,
  type KubernetesVersion,
} from "../../../contract/kubernetes-versions.ts";
import type { ClusterSpec } from "../../../contract/resources/cluster.ts";
import type { UpgradeFinding } from "../../../contract/resources/upgrade-request.ts";
import type { ClusterPhase } from "../cluster/state.ts";

/** A node as far as an upgrade looks at it. */
type NodeFact = Readonly<{ name: string; ready: boolean; kubeletVersion: string }>;
/** A PodDisruptionBudget as far as an upgrade looks at it. */
export type BudgetFact = Readonly<{ namespace: string; name: string; allowed: number; pods: number }>;

/** What a preflight looks at. */
export type PreflightFacts = Readonly<{
  clusterName: string;
  spec: Pick<ClusterSpec, "provider" | "tier" | "imported">;
  phase: ClusterPhase;
  version: string | undefined;
  toVersion: string;
  nodes: readonly NodeFact[];
  budgets: readonly BudgetFact[];
}>;

/** A kubelet may be this many minors older than the API server. */
const KUBELET_MINORS_BEHIND_MAX = 3;
const FINDINGS_MAX = 50;
const FINAL: ReadonlySet<string> = new Set(["not_managed", "version_not_offered", "version_skew"]);

/** Tells whether a finding stays as long as the request does. */
export function isFinal({ code }: Pick<UpgradeFinding, "code">): boolean {
  return FINAL.has(code);
}

/** Judges a cluster before its upgrade; the findings come errors first. */
export function judgePreflight(facts: PreflightFacts): UpgradeFinding[] {
  const findings = [
    ...judgeTarget(facts),
    ...judgeState(facts),
    ...facts.nodes.flatMap((node) => judgeNode(facts, node)),
    ...facts.budgets.flatMap(judgeBudget),
    ...judgeAvailability(facts),
  ];
  return findings.slice(0, FINDINGS_MAX);
}

function judgeTarget({ spec, clusterName, version = "", toVersion }: PreflightFacts): UpgradeFinding[] {
  const about = { severity: "error", kind: "Cluster", name: clusterName } as const;
  if (spec.imported !== undefined) {
    const message = "The platform does not manage the version of an imported cluster.";
    return [{ ...about, code: "not_managed", message, remedy: "Upgrade it where it was made." }];
  }
  const [from, to] = [parseVersion(version), parseVersion(toVersion)];
  if (to === undefined || findOffered(spec.provider, toVersion) === undefined) {
    const message = `Kubernetes ${toVersion} is not on offer at ${spec.provider}.`;
    return [{ ...about, code: "version_not_offered", message, remedy: "Ask for a version that is." }];
  }
  if (from === undefined || mayFollow(from, to)) return [];
  const message = `Kubernetes ${toVersion} may not follow ${formatVersion(from)}.`;
  const remedy = "Ask for a newer patch of the same minor, or for the next minor.";
  return [{ ...about, code: "version_skew", message, remedy }];
}

function judgeState({ clusterName, phase, version }: PreflightFacts): UpgradeFinding[] {
  if (phase === "running" && version !== undefined) return [];
  const message = `The cluster is ${phase}.`;
  const remedy = "The upgrade begins when it runs.";
  return [{ severity: "error", code: "cluster_not_running", kind: "Cluster", name: clusterName, message, remedy }];
}

function judgeNode({ toVersion }: PreflightFacts, { name, ready, kubeletVersion }: NodeFact): UpgradeFinding[] {
  const about = { severity: "error", kind: "Node", name } as const;
  const findings: UpgradeFinding[] = [];
  if (!ready) {
    const message = `Node ${name} is not ready.`;
    findings.push({ ...about, code: "node_not_ready", message, remedy: "Mend or remove it." });
  }
  const to = parseVersion(toVersion);
  const kubelet = parseVersion(kubeletVersion);
  if (to !== undefined && kubelet !== undefined && isTooOld(kubelet, to)) {
    const message = `The kubelet of node ${name} is ${kubeletVersion}, more than three minors behind ${toVersion}.`;
    findings.push({ ...about, code: "kubelet_too_old", message, remedy: "Replace the node first." });
  }
  return findings;
}

function isTooOld(kubelet: KubernetesVersion, to: KubernetesVersion): boolean {
  return kubelet.minor < to.minor - KUBELET_MINORS_BEHIND_MAX;
}

/** A budget without pods holds nobody up. */
function judgeBudget({ namespace, name, allowed, pods }: BudgetFact): UpgradeFinding[] {
  if (allowed > 0 || pods === 0) return [];
  const message = `The PodDisruptionBudget ${namespace}/${name} allows no disruption now, so its nodes could not be drained.`;
  const remedy = "Add replicas or loosen the budget.";
  const about = { severity: "error", kind: "PodDisruptionBudget", name, namespace } as const;
  return [{ ...about, code: "budget_blocks", message, remedy }];
}

function judgeAvailability({ clusterName, spec }: PreflightFacts): UpgradeFinding[] {
  if (spec.tier === "production") return [];
  const message = "The API server is away for a moment while it is replaced; what runs goes on running.";
  const remedy = "Clusters of the tier production have three of them.";
  const about = { kind: "Cluster", name: clusterName } as const;
  return [{ severity: "info", code: "single_control_plane", ...about, message, remedy }];
}
