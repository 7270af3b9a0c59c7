/**
 * Finds the definitions of the Gateway API that are somebody else's (docs/adr/0145). Providers bring them, and networks and meshes
 * do, each of its own version: whoever writes over them breaks what they serve, so that nobody does, whatever is overruled.
 */
import type { BundleFootprint } from "./bundle-footprint.ts";
import type { FoundObject } from "./cluster-facts.ts";
import { findingOn, type Finding } from "./finding.ts";
import { ownerOf } from "./object-owner.ts";

/** Names the component of the bundle that brings them. */
export const GATEWAY_API_COMPONENT = "envoy-gateway";
const VERSION = "gateway.networking.k8s.io/bundle-version";
const CHANNEL = "gateway.networking.k8s.io/channel";

type Described = Pick<FoundObject, "kind" | "name" | "labels" | "annotations">;

/** Picks of some objects the definitions that the bundle would bring, and that are somebody else's. */
export function othersGatewayApi<T extends Described>(bundle: BundleFootprint, objects: readonly T[]): readonly T[] {
  const bringing = bundle.find(
    ({ component, skipped }) => component === GATEWAY_API_COMPONENT && skipped === undefined,
  );
  const names = new Set(bringing?.footprint.crds);
  return objects.filter(
    (object) =>
      object.kind === "CustomResourceDefinition" &&
      names.has(object.name) &&
      ownerOf(object, GATEWAY_API_COMPONENT)?.tool !== "berth",
  );
}

/** Says of which version and whose they are, as far as they say it. */
export function describeGatewayApi(others: readonly Described[]): string {
  const marks = (name: string): string[] => few(others.flatMap(({ annotations }) => annotations[name] ?? []));
  const owners = few(others.flatMap((object) => ownerOf(object)?.name ?? []));
  const of = [...marks(VERSION), ...marks(CHANNEL).map((channel) => `channel ${channel}`)].join(", ");
  const whose = owners.length === 0 ? "" : `, which belong to ${owners.join(", ")}`;
  return `${others.length} kinds of the Gateway API or of Envoy Gateway${of === "" ? "" : ` (${of})`}${whose}`;
}

/** They are other people's words, and as many and as long as those like. */
function few(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, 3).map((word) => word.slice(0, 100));
}

/** Tells of all of them at once. */
export function findGatewayApi(others: readonly FoundObject[]): Finding[] {
  const [first] = others;
  if (first === undefined) return [];
  return [
    findingOn(
      first,
      {
        severity: "error",
        code: "gateway_api_exists",
        message: `The cluster has ${describeGatewayApi(others)}: a Gateway of the bundle needs its own version of them, and two versions of one definition fight.`,
        remedy: `Import it with routing: ingress, which needs none of them; or name ${GATEWAY_API_COMPONENT} in own_components where an Envoy Gateway of its own serves them; or remove them when nothing needs them.`,
      },
      GATEWAY_API_COMPONENT,
    ),
  ];
}
