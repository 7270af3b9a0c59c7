import type { Footprint } from "../bundle/component.ts";
import { wantedComponents } from "../bundle/wanted-components.ts";

/** A component of the bundle, as far as the preflight of an import needs to know it. */
export type FootprintComponent = Readonly<{
  component: string;
  namespace: string;
  /** Why the cluster does without it; undefined when it is wanted. */
  skipped: string | undefined;
  footprint: Footprint;
}>;

/** What an import would bring along onto a cluster. */
export type BundleFootprint = readonly FootprintComponent[];

/** Lists what the bundle would make on an imported cluster. */
export function bundleFootprint(provider: string, isAutopilot: boolean): BundleFootprint {
  const wanted = wantedComponents({ provider, tier: "dedicated", imported: { isAutopilot } });
  return wanted.map(({ definition: { component, namespace, footprint }, skipped }) => ({
    component,
    namespace,
    skipped,
    footprint,
  }));
}
