import { REGISTRY_KEY } from "../../../contract/identity.ts";
import { RETRY_AFTER_MS } from "../../../contract/resources/deployment-retries.ts";
import { DEPLOYMENT_TRAITS } from "../../../contract/resources/deployment-spec.ts";
import { assertNever, wait, type Outcome } from "../decision.ts";
import { stay } from "../moves.ts";
import { byChartHost, refusalOfChartHost } from "./chart-host.ts";
import { enter, type DeploymentDecision } from "./moves.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import { awaitDatabase } from "./preview.ts";
import { copyFirst } from "./promotion.ts";
import type { DeploymentState } from "./state.ts";

const SECRETS_POLL_MS = 200;

function look(reason: keyof typeof RETRY_AFTER_MS): Outcome {
  return wait(RETRY_AFTER_MS[reason], reason);
}

/** Decides while something is in the way that this deployment cannot mend itself; undefined when the way is free. */
export function blocked(
  state: DeploymentState,
  observed: DeploymentObserved,
  nowMs: number,
): DeploymentDecision | undefined {
  return (
    byName(state, observed) ??
    byCluster(state, observed, nowMs) ??
    awaitDatabase(state, observed) ??
    copyFirst(state, observed) ??
    bySecrets(state, observed) ??
    byChartHost(state, observed) ??
    byValues(state, observed, nowMs) ??
    byGit(state, observed, nowMs)
  );
}

function byName(
  state: DeploymentState,
  { nameTakenBy, adoptedBy }: DeploymentObserved,
): DeploymentDecision | undefined {
  if (nameTakenBy === undefined && adoptedBy !== undefined) {
    const message = `The live workload was taken over already, by ${adoptedBy}; delete one of the two.`;
    return stay({ ...state, reason: "WorkloadTaken", message, stalled: true }, message, look("WorkloadTaken"));
  }
  if (nameTakenBy === undefined) return undefined;
  const message = `The name is taken on this cluster by ${nameTakenBy}; choose another name or delete that one.`;
  return stay({ ...state, reason: "NameTaken", message, stalled: true }, message, look("NameTaken"));
}

function byCluster(
  state: DeploymentState,
  { cluster, generation }: DeploymentObserved,
  nowMs: number,
): DeploymentDecision | undefined {
  if (cluster.kind === "missing") return withoutCluster(state, cluster.wasKnown, nowMs);
  if (cluster.readiness === "failed" && state.phase !== "pending") {
    const message = "Its cluster is in status error; retry the cluster, the deployment follows by itself.";
    return platformFault(state, { reason: "ClusterFailed", message }, nowMs);
  }
  if (cluster.readiness === "usable") return undefined;
  if (state.phase !== "pending" && state.phase !== "promoting") return awaitCluster(state, nowMs);
  const message = "The cluster does not run yet; the deployment starts by itself once it does.";
  const accepted = { ...state, observedGeneration: generation, reason: "ClusterNotReady", message, stalled: false };
  return stay(accepted, message, look("ClusterNotReady"));
}

/** While a cluster is made anew no deadline of what it carried runs, and nobody is blamed. */
function awaitCluster(state: DeploymentState, nowMs: number): DeploymentDecision | undefined {
  if (DEPLOYMENT_TRAITS[state.phase].rests) return undefined;
  const message = "Its cluster does not run yet; the deployment follows by itself once it does.";
  const decision =
    state.phase === "failed"
      ? stay(state, message, look("ClusterNotReady"))
      : platformFault(state, { reason: "ClusterNotReady", message }, nowMs);
  return { ...decision, outcome: look("ClusterNotReady") };
}

function withoutCluster(state: DeploymentState, wasKnown: boolean, nowMs: number): DeploymentDecision {
  if (wasKnown) {
    const message = "Its cluster is gone; delete the deployment, or create it again on another cluster.";
    return platformFault(state, { reason: "ClusterGone", message }, nowMs);
  }
  const message =
    "The organization has no cluster of this name; create it, or delete the deployment: its cluster cannot change.";
  return stay({ ...state, reason: "ClusterNotFound", message, stalled: true }, message, look("ClusterNotFound"));
}

/** What was told of secrets stands until they were looked at, as after a restart. */
const WITHOUT_SECRETS: ReadonlySet<string> = new Set(["SecretMissing", "SecretsUndelivered"]);

/** Pods that run go on with what they have; nothing new is delivered before its secrets are there. */
function bySecrets(
  state: DeploymentState,
  { secrets, generation }: DeploymentObserved,
): DeploymentDecision | undefined {
  const push = [{ kind: "pushSecrets" }] as const;
  const accepted = state.phase === "pending" ? { ...state, observedGeneration: generation } : state;
  switch (secrets.kind) {
    case "none":
    case "current":
      return undefined;
    case "unknown":
      return state.secretsRevision === undefined || WITHOUT_SECRETS.has(state.reason)
        ? stay(accepted, "Looking up its secrets", wait(SECRETS_POLL_MS, "DeliveringSecrets"), push)
        : undefined;
    case "stale":
      return stay(accepted, "Bringing its secrets", wait(SECRETS_POLL_MS, "DeliveringSecrets"), push);
    case "missing": {
      const message = missingMessage(secrets.names);
      const told = { ...accepted, reason: "SecretMissing", message, stalled: true };
      return stay(told, message, look("SecretMissing"), push);
    }
    case "unreachable": {
      const message = `The cluster does not take its secrets yet: ${secrets.message}; it is tried again.`;
      const told = { ...accepted, reason: "SecretsUndelivered", message, stalled: true };
      return stay(told, message, look("SecretsUndelivered"), push);
    }
    default:
      return assertNever(secrets);
  }
}

function missingMessage(names: readonly string[]): string {
  const secrets = names.filter((name) => name !== REGISTRY_KEY);
  const wanted = [
    ...(secrets.length === 0
      ? []
      : [`there is no secret ${secrets.map((name) => `"${name}"`).join(", ")}, which its environment variables name`]),
    ...(secrets.length === names.length ? [] : ["the organization has no registry credentials to pull its image with"]),
  ].join(", and ");
  return `${wanted.charAt(0).toUpperCase()}${wanted.slice(1)}; once all is there, the deployment follows by itself.`;
}

function byValues(state: DeploymentState, observed: DeploymentObserved, nowMs: number): DeploymentDecision | undefined {
  const refused = refusalOf(observed);
  if (refused === undefined) return undefined;
  const { generation } = observed;
  const { reason = "RenderFailed", message } = refused;
  const note = { reason, message, stalled: true, why: message };
  const seen = { ...state, observedGeneration: generation };
  const { phase } = state;
  if (
    phase === "pending" ||
    phase === "provisioning" ||
    phase === "failed" ||
    phase === "promoting" ||
    phase === "running"
  ) {
    return enter(seen, "failed", nowMs, note);
  }
  // From stopped and error the arrow to failed leads through provisioning.
  return phase === "stopped" || phase === "error"
    ? enter(state, "provisioning", nowMs, { reason: "Rendering", why: message })
    : undefined;
}

function refusalOf(observed: DeploymentObserved): Readonly<{ reason?: string; message: string }> | undefined {
  const { rendered } = observed;
  return rendered.kind === "refused" ? rendered : refusalOfChartHost(observed);
}

function byGit(state: DeploymentState, { git }: DeploymentObserved, nowMs: number): DeploymentDecision | undefined {
  if (git.kind !== "refused") return undefined;
  const message = `The delivery repository refuses the change: ${git.message}. A platform operator must look at it; it is tried again.`;
  const decision = platformFault(state, { reason: "GitRefused", message }, nowMs);
  return { ...decision, outcome: look("GitRefused") };
}

function platformFault(
  state: DeploymentState,
  fault: Readonly<{ reason: string; message: string }>,
  nowMs: number,
): DeploymentDecision {
  return enter(state, "error", nowMs, { ...fault, stalled: true, why: fault.message });
}
