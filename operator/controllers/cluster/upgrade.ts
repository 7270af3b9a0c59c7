import { parseVersion, formatVersion } from "../../../contract/kubernetes-versions.ts";
import type { UpgradeView } from "../../machines/cluster/observe-types.ts";
import type { ClusterOrder, ProviderObservation } from "../../provisioners/port.ts";

/** Compares what a provider shows with the version that was ordered; undefined when there is nothing left to do. */
export function observeUpgrade(
  { spec }: Pick<ClusterOrder, "spec">,
  provider: ProviderObservation | undefined,
): UpgradeView | undefined {
  if (provider?.kind !== "ready" || spec.imported !== undefined) return undefined;
  const wanted = bareVersion(spec.kubernetesVersion);
  // Nodes of a virtual cluster are its host's: they tell no version here.
  const kubelets = provider.nodes.flatMap(({ kubeletVersion }) => bareVersion(kubeletVersion) ?? []);
  const done = kubelets.filter((version) => version === wanted).length;
  const progress = { done, total: kubelets.length };
  if (bareVersion(provider.kubernetesVersion) !== wanted) return { step: "ControlPlane", ...progress };
  return done === kubelets.length ? undefined : { step: "Workers", ...progress };
}

/** Derives 1.36.3 of v1.36.3 and of what distributions append; undefined for what is no full version. */
export function bareVersion(text: string | undefined): string | undefined {
  const version = parseVersion(text ?? "");
  return version === undefined ? undefined : formatVersion(version);
}
