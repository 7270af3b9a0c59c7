import { BUNDLE_CHANNELS, type ClusterSpec } from "../../contract/resources/cluster.ts";
import {
  bundleProfile,
  readProfile,
  type BundleChannel,
  type BundleComponent,
  type BundleProfile,
  type ProfiledSpec,
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

/** Lists what of the bundle concerns a cluster: what it should have, and what it does without because it is Autopilot. */
export function wantedComponents(spec: Described): readonly WantedComponent[] {
  const profile = bundleProfile(spec);
  const channel = bundleChannel(spec);
  return BUNDLE_COMPONENTS.flatMap((definition) => {
    const isWanted = isFor(definition, profile);
    if (!isWanted && !(profile === "autopilot" && definition.skipOnAutopilot !== undefined)) return [];
    const skipped = isWanted ? undefined : definition.skipOnAutopilot;
    return [{ definition, version: definition.versions[channel], skipped }];
  });
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
  const { profiles, skipOnAutopilot, isOfCloud = false } = definition;
  const of = readProfile(profile);
  if ((isOfCloud && !of.hasCloud) || !isOfRouting(definition, of)) return false;
  if (of.kind === "autopilot") return skipOnAutopilot === undefined && profiles.includes("imported");
  return profiles.includes(of.kind === "host" ? "standard" : of.kind);
}

/** On a host ingress-nginx stays: it passes TLS through to the API servers of virtual clusters. */
function isOfRouting({ routing }: BundleComponent, of: ReturnType<typeof readProfile>): boolean {
  const isKept = of.kind === "host" && routing === "ingress";
  return routing === undefined || isKept || of.routing === "both" || of.routing === routing;
}
