import { BUNDLE_CHANNELS, type ClusterSpec } from "../../contract/resources/cluster.ts";
import {
  bundleProfile,
  readProfile,
  type BundleChannel,
  type BundleComponent,
  type BundleProfile,
  type ProfiledSpec,
  type ReadProfile,
} from "./component.ts";
import { BUNDLE_COMPONENTS } from "./components.ts";

/** A component as one cluster should have it, or why it has not. */
export type WantedComponent = Readonly<{
  definition: BundleComponent;
  version: string;
  /** Why the cluster does without it; undefined when it is wanted. */
  skipped: string | undefined;
}>;

type Described = ProfiledSpec & Pick<ClusterSpec, "componentBundleVersion">;

/** Lists what of the bundle concerns a cluster: what it should have, and what it does without because it is Autopilot or has its own. */
export function wantedComponents(spec: Described): readonly WantedComponent[] {
  const profile = bundleProfile(spec);
  const isAutopilot = readProfile(profile).kind === "autopilot";
  const channel = bundleChannel(spec);
  const own = ownComponents(spec);
  return BUNDLE_COMPONENTS.flatMap((definition) => {
    const isWanted = isFor(definition, profile);
    if (!isWanted && !(isAutopilot && definition.skipOnAutopilot !== undefined)) return [];
    const left = own.has(definition.component) ? OF_ITS_OWN : undefined;
    const skipped = isWanted ? left : definition.skipOnAutopilot;
    return [{ definition, version: definition.versions[channel], skipped }];
  });
}

const OF_ITS_OWN = "the cluster has its own";

/** Lists what a cluster has of its own of what the bundle brings; of clusters from elsewhere that say nothing, what most of them have. */
export function ownComponents({ imported, ownComponents: said }: Described): ReadonlySet<string> {
  if (imported === undefined) return new Set();
  const mostly = BUNDLE_COMPONENTS.filter(({ isMostlyOwn = false }) => isMostlyOwn);
  return new Set<string>(said ?? mostly.map(({ component }) => component));
}

/** Tells whether the bundle brings a component to a cluster. */
export function isBrought(definition: BundleComponent, spec: Described): boolean {
  return isFor(definition, bundleProfile(spec)) && !ownComponents(spec).has(definition.component);
}

/** Tells which channel a cluster follows. */
export function bundleChannel({ componentBundleVersion }: Pick<ClusterSpec, "componentBundleVersion">): BundleChannel {
  return componentBundleVersion ?? "latest";
}

/** Tells whether a word names a channel. */
export function isBundleChannel(word: string | undefined): word is BundleChannel {
  return BUNDLE_CHANNELS.some((channel) => channel === word);
}

/** Tells whether clusters of a kind get a component. */
export function isFor(definition: BundleComponent, profile: BundleProfile): boolean {
  const { profiles, skipOnAutopilot } = definition;
  const of = readProfile(profile);
  if (!isAskedFor(definition, of) || !isOfRouting(definition, of)) return false;
  if (of.kind === "autopilot") return skipOnAutopilot === undefined && profiles.includes("imported");
  return profiles.includes(of.kind === "host" ? "standard" : of.kind);
}

/** What a cloud needs, and what clusters from elsewhere mostly have, comes to those alone that say so. */
function isAskedFor({ isOfCloud = false, isMostlyOwn = false }: BundleComponent, of: ReadProfile): boolean {
  if (isOfCloud) return of.hasCloud;
  return !isMostlyOwn || of.kind !== "imported" || of.saysOwn;
}

/** On a host ingress-nginx stays: it passes TLS through to the API servers of virtual clusters. */
function isOfRouting({ routing }: BundleComponent, of: ReadProfile): boolean {
  const isKept = of.kind === "host" && routing === "ingress";
  return routing === undefined || isKept || of.routing === "both" || of.routing === routing;
}
