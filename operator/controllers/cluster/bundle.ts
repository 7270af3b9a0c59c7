import { LABELS } from "../../../contract/identity.ts";
import type { BundleReport } from "../../../contract/resources/cluster-status.ts";
import { BUNDLE_NONE, isBundleProfile } from "../../../render/bundle/component.ts";
import { isBundleChannel, ownComponents, wantedComponents } from "../../../render/bundle/wanted-components.ts";
import { isOfBundle, type ArgoApplication } from "../../delivery/argo-application.ts";
import { findClusterSecret } from "../../delivery/cluster-secret.ts";
import type { BundleView } from "../../machines/cluster/bundle.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { ClusterContext } from "./context.ts";
import { specInForce } from "./gateway-kinds.ts";
import { clusterHandle } from "../../resources/handles.ts";

const MESSAGE_MAX = 500;

/** Looks at the component bundle of a cluster; nothing is asked, all of it is in the caches. */
export function observeBundle(context: ClusterContext, object: ClusterObject): BundleView {
  const found = new Map(bundleOf(context, clusterHandle(object)).map((one) => [componentOf(one), one]));
  const spec = specInForce(context, object);
  const wanted = wantedComponents(spec)
    .filter(({ skipped }) => skipped === undefined)
    .map(({ definition: { component }, version }) => {
      const application = found.get(component);
      found.delete(component);
      return { component, version, report: application && reportOf(application) };
    });
  const own = ownComponents(object.spec);
  const left = [...found.keys()];
  return {
    channel: channelOf(context, object),
    wanted,
    surplus: left.filter((component) => !own.has(component)),
    released: left.filter((component) => own.has(component)),
  };
}

/** Lists the bundle's Applications of a cluster. */
function bundleOf({ caches }: Pick<ClusterContext, "caches">, handle: string): readonly ArgoApplication[] {
  return caches.applications.byIndex("cluster", handle).filter(isOfBundle);
}

function componentOf({ metadata }: ArgoApplication): string {
  return metadata.labels?.[LABELS.component] ?? "";
}

/** Removes components that left the bundle, with what they made, and lets go of those that the cluster is to have of its own. */
export async function pruneBundle(
  context: ClusterContext,
  object: ClusterObject,
  { surplus, released }: Pick<BundleView, "surplus" | "released">,
): Promise<void> {
  const cluster = clusterHandle(object);
  const applications = bundleOf(context, cluster);
  context.logger.info("Removing components that left the bundle", { cluster, surplus, released });
  const among = (names: readonly string[]): readonly ArgoApplication[] =>
    applications.filter((one) => names.includes(componentOf(one)));
  await removeBundle(context, among(surplus), true);
  await removeBundle(context, among(released), false);
}

/** Removes Applications of the bundle one by one; what they made goes along only with `cascade`. */
export async function removeBundle(
  { argo }: Pick<ClusterContext, "argo">,
  applications: readonly ArgoApplication[],
  cascade: boolean,
): Promise<void> {
  for (const seen of applications) {
    if (!cascade) await argo.strip(seen);
    else if (seen.metadata.deletionTimestamp === undefined) await argo.cascade(seen);
    await argo.delete(seen);
  }
}

function channelOf(context: ClusterContext, object: ClusterObject): BundleView["channel"] {
  const secret = findClusterSecret(context, clusterHandle(object));
  if (secret === undefined) return { kind: "absent" };
  const { [LABELS.channel]: channel = "", [LABELS.bundleProfile]: profile = "" } = secret.metadata.labels ?? {};
  if (!isBundleChannel(channel)) return { kind: "unknown", word: channel };
  return isBundleProfile(profile) || profile === BUNDLE_NONE ? { kind: "known" } : { kind: "unknown", word: profile };
}

function reportOf(application: ArgoApplication): BundleReport {
  const { sync, health, foundVersion } = application;
  return {
    component: componentOf(application),
    version: orUndefined(foundVersion),
    sync: orUndefined(sync),
    health: orUndefined(health),
    message: faultOf(application)?.slice(0, MESSAGE_MAX),
  };
}

/** A sync that failed tells only as long as what it was to bring is not there. */
function faultOf({ sync, error, operation }: ArgoApplication): string | undefined {
  if (error !== undefined || sync === "Synced") return error?.message;
  return operation?.phase === "Failed" || operation?.phase === "Error" ? operation.message : undefined;
}

function orUndefined(text: string): string | undefined {
  return text === "" ? undefined : text;
}
