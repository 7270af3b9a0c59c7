/**
 * Tells which components of the bundle a cluster has already, of somebody else's making, and whether they can serve in the
 * bundle's place (docs/adr/0135). What runs counts: definitions without anybody behind them are half a component, and a
 * component that Berth's own Application runs is Berth's.
 */
import { OWN_COMPONENTS, type OwnComponent } from "../../contract/resources/own-components.ts";
import type { OwnTerms } from "../bundle/component.ts";
import type { BundleFootprint, FootprintComponent } from "./bundle-footprint.ts";
import type { ClusterFacts, FoundObject } from "./cluster-facts.ts";
import { collidesWith, isImage, runsComponent } from "./find-collisions.ts";
import { findingOn, type Finding } from "./finding.ts";
import { ownerOf } from "./object-owner.ts";

/** A component that the cluster may have of its own, with the objects of its copy; the faults keep that from serving. */
type OwnCopy = Readonly<{
  definition: FootprintComponent;
  objects: readonly FoundObject[];
  faults: readonly string[];
}>;

/** What is said to be the cluster's own; undefined where it is to be found out. */
type Said = readonly OwnComponent[] | undefined;

/** Lists what the bundle leaves out: what is said, else what is there and can serve. */
export function leftToCluster(bundle: BundleFootprint, facts: ClusterFacts, said: Said): readonly OwnComponent[] {
  if (said !== undefined) return said;
  const serving = findOwnCopies(bundle, facts).filter(isServing);
  const names = new Set(serving.map(({ definition }) => definition.component));
  return OWN_COMPONENTS.filter((component) => names.has(component));
}

/** Finds what the cluster has of its own: what is left out because of it, and what can neither serve nor stay. */
export function findOwn(bundle: BundleFootprint, facts: ClusterFacts, said: Said): Finding[] {
  return findOwnCopies(bundle, facts).flatMap((copy) => {
    const { component, isOfOtherWay = false } = copy.definition;
    const isSaid = said?.some((one) => one === component);
    if (isSaid === false || (isOfOtherWay && !isServing(copy))) return [];
    if (isSaid === true) return [isServing(copy) ? leftOut(copy) : awaited(copy)];
    if (copy.objects.length === 0) return [];
    return [isServing(copy) ? leftOut(copy) : inTheWay(copy)];
  });
}

const isServing = ({ objects, faults }: OwnCopy): boolean => objects.length > 0 && faults.length === 0;

function leftOut(copy: OwnCopy): Finding {
  const { component, own } = copy.definition;
  const note = own?.note === undefined ? "" : ` ${own.note}`;
  return findingOn(describe(copy), {
    severity: "info",
    code: "component_of_own",
    message: `The cluster has ${component} of its own, and it can serve: the bundle leaves it out.${note}`,
    remedy: `Nothing needs to be done. Where the bundle's is to come remove yours, and name own_components without ${component}.`,
  });
}

/** Who says so may be about to install it. */
function awaited(copy: OwnCopy): Finding {
  const { component } = copy.definition;
  const why = copy.objects.length === 0 ? "it has none" : copy.faults.join("; ");
  return findingOn(describe(copy), {
    severity: "warning",
    code: "own_component_cannot_serve",
    message: `The component ${component} is left to the cluster, but ${why}: what needs it waits.`,
    remedy: `Install or mend it, or name own_components without ${component} and nothing of it on the cluster.`,
  });
}

function inTheWay(copy: OwnCopy): Finding {
  const { component } = copy.definition;
  return findingOn(describe(copy), {
    severity: "error",
    code: "own_component_cannot_serve",
    message: `The cluster has something of ${component} of its own, which cannot serve: ${copy.faults.join("; ")}.`,
    remedy: `Mend it, or remove it when ${component} of the bundle may take its place, or name ${component} in own_components to leave it to the cluster all the same.`,
  });
}

/** Whose it is its workload says, or whatever else there is. */
function describe({
  definition: { component: name, namespace },
  objects,
}: OwnCopy): Pick<FoundObject, "kind" | "name" | "namespace"> {
  const of = objects.find(({ images }) => images !== undefined) ?? objects[0];
  return { ...of, kind: "Component", name, namespace };
}

/** Looks for copies of what the bundle would bring; what Berth runs or left behind is none. */
function findOwnCopies(bundle: BundleFootprint, facts: ClusterFacts): readonly OwnCopy[] {
  return bundle.flatMap((definition) => {
    const { own, skipped } = definition;
    if (own === undefined || skipped !== undefined) return [];
    const all = facts.objects.filter((object) => collidesWith(definition, object) || runsComponent(definition, object));
    const foreign = all.filter((object) => !isPlatforms(definition, object));
    const isOurs = all.some((object) => runsComponent(definition, object) && !foreign.includes(object));
    const isCopy = own.sharesKinds !== true || foreign.some((object) => runsComponent(definition, object));
    const objects = isOurs || !isCopy ? [] : foreign;
    return [{ definition, objects, faults: faultsOf(definition, own, { ...facts, objects }) }];
  });
}

function isPlatforms({ component }: FootprintComponent, object: FoundObject): boolean {
  const tool = ownerOf(object, component)?.tool;
  return tool === "berth" || tool === "kubernetes";
}

type Copied = Pick<ClusterFacts, "objects" | "served">;

function faultsOf(definition: FootprintComponent, own: OwnTerms, { objects, served }: Copied): string[] {
  const { apiService } = own;
  if (apiService !== undefined) {
    const answers = objects.some(
      ({ kind, name, available }) => kind === "APIService" && name === apiService && available,
    );
    return answers ? [] : [`nobody answers for ${apiService}`];
  }
  return [
    ...own.kinds.filter((kind) => !served.includes(kind)).map((kind) => `${kind} is not served`),
    ...missingParts(definition, objects),
    ...misplaced(definition, own, objects),
    ...outdated(definition, own, objects),
    ...mistuned(own, objects),
  ];
}

/** A program that several workloads run has to be started well in each of them. */
function mistuned({ program }: OwnTerms, objects: readonly FoundObject[]): string[] {
  if (program === undefined) return [];
  const runners = objects.filter(({ images = [] }) => images.some((image) => isImage(image, [program.image])));
  const faults = runners.flatMap(({ settings = NO_SETTINGS }) => program.faultsOf(settings));
  return [...new Set(faults)];
}
const NO_SETTINGS = { args: [], files: [] };

function missingParts({ footprint }: FootprintComponent, objects: readonly FoundObject[]): string[] {
  const { images = [], ingressClasses = [] } = footprint;
  const running = objects.flatMap((object) => (object.available === true ? (object.images ?? []) : []));
  const missing = images.filter((image) => !running.some((one) => isImage(one, [image])));
  const classes = ingressClasses.filter(
    (name) => !objects.some((one) => one.kind === "IngressClass" && one.name === name),
  );
  return [
    ...missing.map((image) => `no pod runs ${image}`),
    ...classes.map((name) => `there is no IngressClass ${name}`),
  ];
}

function misplaced({ namespace }: FootprintComponent, own: OwnTerms, objects: readonly FoundObject[]): string[] {
  const runners = objects.filter(({ images }) => images !== undefined);
  const elsewhere = own.isPlaced === true ? runners.find((one) => one.namespace !== namespace) : undefined;
  if (elsewhere !== undefined)
    return [`it runs in the namespace ${elsewhere.namespace ?? ""}, and Berth looks for it in ${namespace}`];
  const isNamed = own.workload === undefined || runners.some(({ name }) => name === own.workload);
  return isNamed ? [] : [`nothing of it is called ${own.workload}, by whose Service Berth finds it`];
}

/** Of a tag that is no version nothing is known: the served kinds have to do. */
function outdated({ footprint }: FootprintComponent, own: OwnTerms, objects: readonly FoundObject[]): string[] {
  const { versionMin } = own;
  if (versionMin === undefined) return [];
  const images = objects.flatMap(({ images: all = [] }) => all.filter((one) => isImage(one, footprint.images ?? [])));
  const old = images
    .flatMap((image) => /:v?(\d+\.\d+)[^/]*$/.exec(image)?.[1] ?? [])
    .find((one) => isBefore(one, versionMin));
  return old === undefined ? [] : [`it is of version ${old}, and ${versionMin} is the least that is known to serve`];
}

function isBefore(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split(".").map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}
