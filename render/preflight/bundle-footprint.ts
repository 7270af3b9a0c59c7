import type { Footprint, OwnTerms } from "../bundle/component.ts";
import { BUNDLE_COMPONENTS } from "../bundle/components.ts";
import { wantedComponents } from "../bundle/wanted-components.ts";

/** A component of the bundle, as far as the preflight of an import needs to know it. */
export type FootprintComponent = Readonly<{
  component: string;
  namespace: string;
  /** Why the cluster does without it; undefined when it is wanted. */
  skipped: string | undefined;
  /** What the cluster's own is held against; undefined where it can have none. */
  own: OwnTerms | undefined;
  footprint: Footprint;
}>;

/** What an import would bring along onto a cluster. */
export type BundleFootprint = readonly FootprintComponent[];

/** Lists what the bundle would make on an imported cluster that has nothing of its own. */
export function bundleFootprint(provider: string, isAutopilot: boolean): BundleFootprint {
  const wanted = wantedComponents({ provider, tier: "dedicated", imported: { isAutopilot }, ownComponents: [] });
  return wanted.map(({ definition: { component, namespace, footprint, own }, skipped }) => ({
    component,
    namespace,
    skipped,
    own,
    footprint,
  }));
}

/** Lists the kinds that clusters are asked for, as `<plural>.<group>/<version>`. */
export const NEEDED_KINDS: readonly string[] = BUNDLE_COMPONENTS.flatMap(({ own }) => own?.kinds ?? []);
