import type { ClusterEffect, ClusterObserved } from "./observe-types.ts";

/** Lists what of the registration is missing, in the order in which it can be made. */
export function missing(observed: ClusterObserved): ClusterEffect[] {
  const effects = missingInGit(observed);
  const registered = observed.registration.kind === "current";
  if (!registered && observed.registration.kind !== "taken" && observed.provider.kind === "ready")
    effects.push({ kind: "register" });
  if (!observed.projectCovers) effects.push({ kind: "applyProject" });
  // The root's folder must be in Git, and its project must exist, before Argo CD looks.
  if (observed.root !== "current" && registered && observed.git.kind === "present") effects.push({ kind: "applyRoot" });
  return registered ? [...effects, ...missingThere(observed)] : effects;
}

/** Lists what is to be done on the cluster itself. */
function missingThere({ secrets, tenant, bundle }: ClusterObserved): ClusterEffect[] {
  const effects: ClusterEffect[] = [];
  if (secrets === "stale" && tenant.kind === "reachable") effects.push({ kind: "bringSecrets" });
  if (bundle.surplus.length + bundle.released.length > 0) effects.push({ kind: "pruneBundle" });
  return effects;
}

/** Lists what the branch lacks of the cluster. */
export function missingInGit({ git, rendered }: ClusterObserved): ClusterEffect[] {
  const writable = git.kind === "absent" || git.kind === "unavailable" || git.kind === "refused";
  return writable && rendered.kind === "rendered" ? [{ kind: "write" }] : [];
}

/** Tells whether deployments can be delivered to the cluster. */
export function isRegistered({ registration, projectCovers, root, git, tenant }: ClusterObserved): boolean {
  return (
    registration.kind === "current" &&
    projectCovers &&
    root === "current" &&
    git.kind === "present" &&
    tenant.kind === "reachable"
  );
}

/** Names what keeps the branch from being written. */
export function gitTrouble({ git }: ClusterObserved): string | undefined {
  if (git.kind === "unavailable") return "GitUnavailable";
  return git.kind === "refused" ? "GitRefused" : undefined;
}
