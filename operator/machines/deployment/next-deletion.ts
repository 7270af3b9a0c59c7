/**
 * Decides what follows for a deployment that is being deleted (docs/adr/0025). The order is what keeps pods from being
 * orphaned and Git from bringing back what was deleted:
 *
 * 1. its files leave Git;
 * 2. the root Application has compared with that commit, so that it cannot create the Application again;
 * 3. the Application is deleted, and Argo CD deletes what it made (not with `orphan`; not when the cluster is gone);
 *    a sync that still runs, or tries again and again, is ended, for Argo CD waits for its end; what failed is asked for again;
 * 4. the Application was seen gone;
 * 5. its route on the host of a virtual cluster goes, and was seen gone: nobody would look after its names;
 * 6. the Schedule of its backups goes where Argo CD has left it: it deletes nothing of a kind that it did not know yet;
 * 7. its namespace goes, unless somebody else made it or it holds volumes that are to be kept;
 * 8. its secrets go: those that still lie on the cluster, and its own in the store unless they are to be kept;
 * 9. only then the finalizer goes.
 */
import { assertNever } from "../decision.ts";
import {
  BLOCKED_RECHECK_MS,
  POLL_MS,
  finish,
  inTheWay,
  leaveGit,
  step,
  type DeletionDecision,
} from "../deletion-decision.ts";
import type { DeploymentDeletionEffect, DeploymentDeletionObserved, LeftView, NamespaceView } from "./observe-types.ts";

type Decision = DeletionDecision<DeploymentDeletionEffect>;
type PresentApplication = Extract<DeploymentDeletionObserved["application"], { kind: "present" }>;

const CASCADE_BLOCKED =
  "The cluster does not answer, so what runs there cannot be deleted; it is tried again. An administrator may repeat the deletion with force=true.";
const STORE_BLOCKED = "The secret store does not answer, so the secrets cannot be deleted; it is tried again.";
const ROUTE_BLOCKED =
  "The host of the shared cluster does not answer, so the route cannot be deleted; it is tried again. An administrator may repeat the deletion with force=true.";
const SCHEDULE_BLOCKED =
  "The cluster does not answer, so the schedule of its backups cannot be deleted; it is tried again.";
const NAMESPACE_BLOCKED = "The cluster does not answer, so the namespace cannot be deleted; it is tried again.";

/** Who forces a deletion waits no longer than this for Argo CD. */
export const CASCADE_MAX_MS = 10 * 60_000;

/** Decides the next step of a deletion. */
export function nextDeploymentDeletion(observed: DeploymentDeletionObserved, nowMs: number): Decision {
  return (
    leaveGit(observed.files) ??
    refreshRoot(observed) ??
    deleteApplication(observed, nowMs) ??
    deleteLeft(observed, observed.route, ROUTE) ??
    deleteLeft(observed, observed.schedule, SCHEDULE) ??
    deleteNamespace(observed) ??
    deleteSecrets(observed) ??
    finish()
  );
}

function refreshRoot({ root, cluster }: DeploymentDeletionObserved): Decision | undefined {
  if (root.kind === "absent" || cluster === "gone") return undefined;
  if (root.operationRunning) return step("RefreshingRoot", POLL_MS);
  const refresh = { kind: "refreshRoot" } as const;
  switch (root.revision) {
    case "reached":
      return undefined;
    case "behind":
      return step("RefreshingRoot", POLL_MS, [refresh]);
    case "unknown":
      return step("RefreshingRoot", POLL_MS, [{ kind: "placeCommit" }, refresh]);
    default:
      return assertNever(root.revision);
  }
}

function deleteApplication(observed: DeploymentDeletionObserved, nowMs: number): Decision | undefined {
  const { application, cluster } = observed;
  if (application.kind === "absent") return undefined;
  const cascade = mayCascade(observed) && !isOverdue(observed, nowMs);
  const effects = applicationEffects(application, cascade);
  if (cascade && cluster === "unreachable")
    return inTheWay("ClusterUnreachable", CASCADE_BLOCKED, BLOCKED_RECHECK_MS, effects);
  if (application.message === "") return step("DeletingApplication", POLL_MS, effects);
  return inTheWay("DeletionError", `Argo CD cannot delete yet: ${application.message}`, BLOCKED_RECHECK_MS, effects);
}

function applicationEffects(
  { cascades, deleting, heldUp, message }: PresentApplication,
  cascade: boolean,
): readonly DeploymentDeletionEffect[] {
  const effects: DeploymentDeletionEffect[] = [];
  // Without its cluster Argo CD could never finish the cascade.
  if (!cascade && cascades) effects.push({ kind: "stripApplication" });
  if (!deleting || heldUp || message !== "") effects.push({ kind: "deleteApplication" });
  return effects;
}

/** Tells whether Argo CD is to delete what the Application made. */
function mayCascade({ cluster, options }: DeploymentDeletionObserved): boolean {
  if (options.orphan || cluster === "gone") return false;
  return cluster === "usable" || !options.force;
}

function isOverdue({ application, options }: DeploymentDeletionObserved, nowMs: number): boolean {
  const { force } = options;
  return (
    force && application.kind === "present" && application.deleting && nowMs - application.sinceMs >= CASCADE_MAX_MS
  );
}

/** What Argo CD does not delete of a deployment, by what the step is called. */
type Left = Readonly<{ reason: string; blocked: string; effect: DeploymentDeletionEffect }>;

const ROUTE: Left = { reason: "DeletingRoute", blocked: ROUTE_BLOCKED, effect: { kind: "deleteRoute" } };
const SCHEDULE: Left = { reason: "DeletingSchedule", blocked: SCHEDULE_BLOCKED, effect: { kind: "deleteSchedule" } };

function deleteLeft(
  { options, cluster }: DeploymentDeletionObserved,
  view: LeftView | undefined,
  { reason, blocked, effect }: Left,
): Decision | undefined {
  if (cluster === "gone" || options.orphan) return undefined;
  switch (view) {
    case undefined:
    case "absent":
      return undefined;
    case "unasked":
      return step(reason, POLL_MS);
    case "unreachable":
      return options.force ? undefined : inTheWay("ClusterUnreachable", blocked, BLOCKED_RECHECK_MS);
    case "present":
      return step(reason, POLL_MS, [effect]);
    default:
      return assertNever(view);
  }
}

function deleteNamespace({ namespace, options, cluster }: DeploymentDeletionObserved): Decision | undefined {
  if (cluster === "gone" || options.orphan) return undefined;
  switch (namespace.kind) {
    case "absent":
    case "foreign":
      return undefined;
    case "unasked":
      return step("DeletingNamespace", POLL_MS);
    case "unreachable":
      return options.force ? undefined : inTheWay("ClusterUnreachable", NAMESPACE_BLOCKED, BLOCKED_RECHECK_MS);
    case "present":
      return emptyNamespace(namespace, options.deleteVolumes);
    default:
      return assertNever(namespace);
  }
}

/** A namespace that holds volumes stays, so that what they hold is not lost by a deletion that did not ask for it. */
function emptyNamespace(
  namespace: Extract<NamespaceView, { kind: "present" }>,
  deleteVolumes: boolean,
): Decision | undefined {
  if (namespace.deleting) return step("DeletingNamespace", POLL_MS);
  const keeps = namespace.claims > 0 && !deleteVolumes;
  if (keeps && namespace.labelledKept) return undefined;
  return keeps
    ? step("KeepingVolumes", POLL_MS, [{ kind: "keepNamespace" }])
    : step("DeletingNamespace", POLL_MS, [{ kind: "deleteNamespace" }]);
}

function deleteSecrets({ secrets, options }: DeploymentDeletionObserved): Decision | undefined {
  if (secrets.kind === "unasked") return step("DeletingSecrets", POLL_MS);
  if (secrets.kind === "unreachable") return inTheWay("SecretStoreUnavailable", STORE_BLOCKED, BLOCKED_RECHECK_MS);
  const effects: DeploymentDeletionEffect[] = [];
  // Orphaned pods need them.
  if (secrets.onCluster && !options.orphan) effects.push({ kind: "withdrawSecrets" });
  if (secrets.own > 0 && !options.keepSecrets) effects.push({ kind: "deleteSecrets" });
  return effects.length === 0 ? undefined : step("DeletingSecrets", POLL_MS, effects);
}
