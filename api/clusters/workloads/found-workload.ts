import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { FOUND_KINDS, FoundWorkload } from "../../../contract/rest/cluster-workloads.ts";
import type { WorkloadImportItem } from "../../../contract/rest/workload-imports.ts";
import { ownerOf } from "../../../render/preflight/object-owner.ts";
import { restTimeOrNull } from "../../../render/projection/rest-time.ts";

type Kind = (typeof FOUND_KINDS)[number];
type Container = Readonly<{ name: string; image?: string }>;

/** A workload as its cluster answers it. */
export type LiveWorkload = KubeObject &
  Readonly<{
    spec?: Readonly<{
      replicas?: number;
      selector?: Readonly<{ matchLabels?: Readonly<Record<string, string>>; matchExpressions?: readonly unknown[] }>;
      template?: Readonly<{ spec?: Readonly<{ containers?: readonly Container[] }> }>;
    }>;
    status?: Readonly<{ readyReplicas?: number; numberReady?: number }>;
  }>;

/** What decides on a workload beside itself. */
type Surroundings = Readonly<{
  /** The deployments that were made of live workloads, by `keyOf`. */
  adopters: ReadonlyMap<string, string>;
  /** Names that more than one of the found have: those get their namespace before them. */
  ambiguous: ReadonlySet<string>;
}>;

const SYSTEM_NAMESPACE = /^(kube|berth)-/;
const DISPLAY_NAME_MAX = 40;
const DISPLAY_NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;

/** Names a live workload on its cluster. */
export function keyOf(kind: string, { namespace = "", name }: Readonly<{ namespace?: string; name: string }>): string {
  return `${namespace}/${kind}/${name}`;
}

/** Tells whether a workload is somebody's, and not the cluster's or the platform's own. */
export function isOffered(kind: string, { metadata }: LiveWorkload, adopters: Surroundings["adopters"]): boolean {
  const { namespace = "", labels = {}, annotations = {}, deletionTimestamp } = metadata;
  if (deletionTimestamp !== undefined || SYSTEM_NAMESPACE.test(namespace)) return false;
  return adopters.has(keyOf(kind, metadata)) || ownerOf({ labels, annotations })?.tool !== "berth";
}

/** Describes a workload, with the import of it that changes nothing. */
export function describeWorkload(kind: Kind, live: LiveWorkload, { adopters, ambiguous }: Surroundings): FoundWorkload {
  const { metadata, spec } = live;
  const { namespace = "", name } = metadata;
  const obstacle = obstacleOf(kind, live);
  return {
    namespace,
    kind,
    name,
    images: containersOf(live).map(({ image = "" }) => image),
    replicas: kind === "DaemonSet" ? null : (spec?.replicas ?? 1),
    ready_replicas: readyOf(live),
    created_at: restTimeOrNull(metadata.creationTimestamp),
    managed_by: keeperOf(live),
    deployment_id: adopters.get(keyOf(kind, metadata)) ?? null,
    obstacle: obstacle ?? null,
    import_item: obstacle === undefined ? itemOf(kind, live, ambiguous.has(name)) : null,
  };
}

function containersOf({ spec }: LiveWorkload): readonly Container[] {
  return spec?.template?.spec?.containers ?? [];
}

function readyOf({ status }: LiveWorkload): number {
  return status?.readyReplicas ?? status?.numberReady ?? 0;
}

function keeperOf({ metadata: { labels = {}, annotations = {} } }: LiveWorkload): string | null {
  const owner = ownerOf({ labels, annotations });
  return owner === undefined || owner.tool === "berth" ? null : owner.name;
}

/** A set of nodes has no members of its own in a deployment; what another controller keeps, it would set back. */
function obstacleOf(kind: Kind, live: LiveWorkload): string | undefined {
  const keeper = live.metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (keeper !== undefined)
    return `The ${keeper.kind} ${keeper.name} keeps it and would undo every change: that is what can be taken over.`;
  if (kind === "DaemonSet") return "A DaemonSet is taken over with its manifest only: give it as manifest_yaml.";
  return containersOf(live)[0]?.image === undefined ? "It has no container with an image." : undefined;
}

/** What is not said stays on the cluster as it is. */
function itemOf(kind: Kind, live: LiveWorkload, isAmbiguous: boolean): WorkloadImportItem {
  const { namespace = "", name } = live.metadata;
  const [first] = containersOf(live);
  return {
    name,
    namespace,
    kind,
    docker_image: first?.image,
    ...displayName(name, isAmbiguous ? `${namespace}-${name}` : name),
    ...containerName(name, first),
    ...selectorOf(live),
  };
}

function displayName(name: string, shown: string): Pick<WorkloadImportItem, "display_name"> {
  return shown === name && DISPLAY_NAME.test(name) ? {} : { display_name: toDisplayName(shown) };
}

function containerName(name: string, first?: Container): Pick<WorkloadImportItem, "extra_container_spec_yaml"> {
  if (first === undefined || first.name === name) return {};
  return { extra_container_spec_yaml: `name: ${JSON.stringify(first.name)}\n` };
}

/** One with expressions cannot be said by labels alone. */
function selectorOf({ spec }: LiveWorkload): Pick<WorkloadImportItem, "selector_match_labels"> {
  const { matchLabels, matchExpressions = [] } = spec?.selector ?? {};
  return matchLabels === undefined || matchExpressions.length > 0 ? {} : { selector_match_labels: matchLabels };
}

function toDisplayName(text: string): string {
  return text.replaceAll(/[.-]/g, " ").slice(0, DISPLAY_NAME_MAX).trimEnd().replaceAll(" ", "-");
}
