import type { BundleComponent, ClusterRouting, Footprint, OwnTerms } from "../bundle/component.ts";
import { BUNDLE_COMPONENTS } from "../bundle/components.ts";
import { wantedComponents } from "../bundle/wanted-components.ts";

/** A component of the bundle, as far as the preflight of an import needs to know it. */
export type FootprintComponent = Readonly<{
  component: string;
  namespace: string;
  /** Why the cluster does without it; undefined when it is wanted. */
  skipped: string | undefined;
  /** Whether it is for another way of requests: the bundle brings it once that is chosen. */
  isOfOtherWay?: boolean;
  /** What the cluster's own is held against; undefined where it can have none. */
  own: OwnTerms | undefined;
  footprint: Footprint;
}>;

/** What an import would bring along onto a cluster. */
export type BundleFootprint = readonly FootprintComponent[];

/**
 * Lists what the bundle would make on an imported cluster that has nothing of its own: for the way in which requests are to come
 * there, and, told apart, for the other one.
 */
export function bundleFootprint(provider: string, isAutopilot: boolean, routing: ClusterRouting): BundleFootprint {
  const base = { provider, tier: "dedicated", imported: { isAutopilot } } as const;
  const brought = new Set(
    wantedComponents({ ...base, ownComponents: [], routing }).map(({ definition }) => definition.component),
  );
  return wantedComponents({ ...base, ownComponents: [], routing: "both" }).map(({ definition, skipped }) => ({
    component: definition.component,
    namespace: definition.namespace,
    skipped,
    own: ownTerms(definition, routing),
    footprint: definition.footprint,
    ...(brought.has(definition.component) ? {} : { isOfOtherWay: true }),
  }));
}

function ownTerms({ own, ownAtGateways }: BundleComponent, routing: ClusterRouting): OwnTerms | undefined {
  return own === undefined || routing === "ingress" ? own : { ...own, ...ownAtGateways };
}

/** Lists the kinds that clusters are asked for, as `<plural>.<group>/<version>`. */
export const NEEDED_KINDS: readonly string[] = BUNDLE_COMPONENTS.flatMap(({ own }) => own?.kinds ?? []);

/** Names the programs of which it is read what they are started with, by how their images' names end. */
export const ASKED_PROGRAMS: readonly string[] = BUNDLE_COMPONENTS.flatMap(({ own, ownAtGateways }) =>
  [own?.program, ownAtGateways?.program].flatMap((program) => program?.image ?? []),
);
