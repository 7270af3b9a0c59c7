/**
 * Decides what follows for a cluster that is being deleted (docs/adr/0025):
 *
 * 1. nothing uses it any more: without `cascade` it waits, with it its deployments are deleted;
 * 2. its files leave Git;
 * 3. its DNS record goes, before anybody else can get its address, and the certificate for its names;
 * 4. the last child Application is gone, then the root goes;
 * 5. with `remove_bundle` the bundle is generated no more, then goes with all that it made, while Argo CD can reach it;
 * 6. the organization's project no longer names it;
 * 7. an imported cluster loses our account on it; the cluster Secret goes: from here Argo CD cannot reach it;
 * 8. what Argo CD still holds of the bundle goes, and what that made stays, or goes with the cluster;
 * 9. where the platform runs its cloud's controllers its load balancers go;
 * 10. the provider removes it and was seen without it;
 * 11. only then the finalizer goes.
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
import type { ClusterDeletionEffect, ClusterDeletionObserved } from "./observe-types.ts";

type Decision = DeletionDecision<ClusterDeletionEffect>;

const NAMES_SHOWN_MAX = 10;
const UNSERVED =
  "Its machines may still run, but this installation does not serve its provider any more; configure the provider again, or repeat the deletion with force=true, which writes the cluster down as left over.";

/** Decides the next step of a cluster's deletion. */
export function nextClusterDeletion(observed: ClusterDeletionObserved): Decision {
  return (
    users(observed) ??
    leaveGit(observed.files) ??
    names(observed) ??
    argo(observed) ??
    balancers(observed) ??
    provider(observed) ??
    finish()
  );
}

function users({ users: list, hosted = [], options }: ClusterDeletionObserved): Decision | undefined {
  // They are other people's: no option of the host's deletion takes them along.
  if (hosted.length > 0) {
    const message = `The host still carries the shared clusters ${hosted.slice(0, NAMES_SHOWN_MAX).join(", ")}; delete them first.`;
    return inTheWay("HostInUse", message, BLOCKED_RECHECK_MS);
  }
  if (list.length === 0) return undefined;
  const live = list.filter(({ deleting }) => !deleting);
  if (live.length === 0) return step("DeletingDeployments", POLL_MS);
  if (options.cascade) return step("DeletingDeployments", POLL_MS, [{ kind: "deleteUsers" }]);
  const names = live
    .slice(0, NAMES_SHOWN_MAX)
    .map(({ name }) => name)
    .join(", ");
  const more = live.length > NAMES_SHOWN_MAX ? ` and ${live.length - NAMES_SHOWN_MAX} more` : "";
  const message = `The cluster still carries ${names}${more}; delete them, or annotate the cluster with hosting.berth.dev/cascade=true.`;
  return inTheWay("ClusterInUse", message, BLOCKED_RECHECK_MS);
}

function names({ named = false, certified = false }: ClusterDeletionObserved): Decision | undefined {
  if (named) return step("WithdrawingNames", POLL_MS, [{ kind: "withdrawNames" }]);
  return certified ? step("WithdrawingCertificate", POLL_MS, [{ kind: "withdrawWildcard" }]) : undefined;
}

function argo(observed: ClusterDeletionObserved): Decision | undefined {
  const { children, root, projectCovers, secret, bundle } = observed;
  if (children > 0) return step("AwaitingApplications", POLL_MS);
  if (root.kind === "present") return step("DeletingRoot", POLL_MS, root.deleting ? [] : [{ kind: "deleteRoot" }]);
  const removing = removeBundle(observed);
  if (removing !== undefined) return removing;
  if (projectCovers) return step("LeavingProject", POLL_MS, [{ kind: "applyProject" }]);
  if (secret === "present") return withdraw(observed) ?? step("Unregistering", POLL_MS, [{ kind: "deleteSecret" }]);
  // Without its Secret nothing is generated for the cluster any more: what is removed now does not come back.
  if (bundle.applications > 0) return step("LeavingBundle", POLL_MS, [{ kind: "removeBundle", cascade: false }]);
  return undefined;
}

/** Removes the bundle with what it made; a cluster that is given up keeps it: nobody could remove it. */
function removeBundle({ options, bundle, secret }: ClusterDeletionObserved): Decision | undefined {
  if (!options.removeBundle || options.force || secret === "absent" || bundle.applications === 0) return undefined;
  if (!bundle.released) return step("ReleasingBundle", POLL_MS, [{ kind: "releaseBundle" }]);
  const effects = [{ kind: "removeBundle", cascade: true }] as const;
  if (bundle.fault === "") return step("RemovingBundle", POLL_MS, effects);
  const message = `Argo CD cannot remove the component bundle: ${bundle.fault}. It is tried again; without remove_bundle it stays.`;
  return inTheWay("BundleBlocked", message, BLOCKED_RECHECK_MS, effects);
}

/** With the Secret goes the only way onto the cluster, so that what is ours there goes before. */
function withdraw({ traces, options }: ClusterDeletionObserved): Decision | undefined {
  if (traces === "present") return step("WithdrawingAccess", POLL_MS, [{ kind: "withdrawAccess" }]);
  if (traces !== "unreachable" || options.force) return undefined;
  const message =
    "The cluster does not answer, so that our account on it cannot be removed; the deletion goes on by itself, or with force=true without that.";
  return inTheWay("ClusterUnreachable", message, BLOCKED_RECHECK_MS);
}

/** Their controllers run as long as the cluster does; who forces a deletion pays for what stays. */
function balancers({ balancers: seen, options }: ClusterDeletionObserved): Decision | undefined {
  if (options.force) return undefined;
  if (seen === "present") return step("ReleasingBalancers", POLL_MS, [{ kind: "releaseBalancers" }]);
  if (seen !== "unreachable") return undefined;
  const message =
    "The cluster does not answer, so that its load balancers cannot be taken back; the deletion goes on by itself, or with force=true without that: they stay at the cloud, and cost.";
  return inTheWay("ClusterUnreachable", message, BLOCKED_RECHECK_MS);
}

function provider(observed: ClusterDeletionObserved): Decision | undefined {
  const { provider: view, begun } = observed;
  switch (view.kind) {
    case "absent":
    case "waiting":
      return undefined;
    case "unsupported":
      return begun ? waitForProvider(observed, "ProviderUnsupported", UNSERVED) : undefined;
    case "removing":
      return step("RemovingCluster", POLL_MS);
    case "unreachable":
      return waitForProvider(
        observed,
        "ProviderUnavailable",
        `The provider does not answer: ${view.message}. The deletion goes on by itself.`,
      );
    case "creating":
    case "failed":
    case "ready":
      return step("RemovingCluster", POLL_MS, [{ kind: "removeProvider" }]);
    default:
      return assertNever(view);
  }
}

/** Who forces a deletion waits for no provider. */
function waitForProvider(
  { options, leftover }: ClusterDeletionObserved,
  reason: string,
  message: string,
): Decision | undefined {
  return options.force ? giveUp(leftover) : inTheWay(reason, message, BLOCKED_RECHECK_MS);
}

/** What nobody can remove now is written down first, so that it is removed later. */
function giveUp(isWrittenDown: boolean): Decision | undefined {
  return isWrittenDown ? undefined : step("RememberingLeftover", POLL_MS, [{ kind: "rememberLeftover" }]);
}
