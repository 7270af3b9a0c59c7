/*
 * The plan of a deployment's change, from what REST shows of it before and after:
 * 1. the difference of the values files;
 * 2. the objects on the tenant cluster, as both files mean them (render/plan);
 * 3. what a person should know before doing it, and what cannot be known.
 */
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { isStaged } from "../../contract/resources/staged-import.ts";
import type { PlannedObject } from "../../contract/rest/values.ts";
import { planObjects, type ObjectChange } from "../../render/plan/plan-objects.ts";
import { readValues } from "../../render/plan/read-values.ts";
import { listTenantObjects, type TenantObject } from "../../render/plan/tenant-objects.ts";
import { chartWarnings } from "../resources/chart-versions.ts";
import type { Plan } from "../resources/dry-run-plan.ts";
import { unifiedDiff } from "../resources/unified-diff.ts";
import {
  autoscalingWarnings,
  imageWarnings,
  keptVolumeWarnings,
  releaseWarnings,
  restartWarnings,
  sleepWarnings,
  underWayWarnings,
  type Body,
} from "./plan-warnings.ts";

/** A change that every check has passed. */
export type PlannedChange = Readonly<{
  path: string | null;
  /** What REST shows now; undefined on create. */
  before?: Body | undefined;
  /** What else the values are compared with, where nothing is there before. */
  comparedWith?: Body;
  /** What REST would show. */
  after: Body;
  /** The resource as it would be. */
  object: KubeObject;
  /** Generation now; another one afterwards means that the spec changes. */
  generation?: string | undefined;
  /** Version of the platform's chart that a change brings along. */
  chartVersion: string;
  warnings: readonly string[];
}>;

/** Makes the plan of a creation or a change. */
export function planDeployment(change: PlannedChange): Plan {
  const { path, before, comparedWith, after, warnings } = change;
  const { objects, unknowns, notes } = compare(change);
  return {
    values_diff: diff(path, before ?? comparedWith, after),
    git_path: path,
    objects: objects.map(toRest),
    objects_complete: unknowns.length === 0,
    warnings: [
      ...warnings,
      ...(before === undefined ? [NEW_NAMES] : underWayWarnings(before)),
      ...unknowns,
      ...notes,
      ...releaseWarnings(objects),
      ...restartWarnings(objects, after),
      ...autoscalingWarnings(after),
      ...sleepWarnings(change.object["spec"] as DeploymentSpec, Date.now()),
      ...keptVolumeWarnings(before, after),
    ],
  };
}

type Compared = Readonly<{ objects: readonly ObjectChange[]; unknowns: readonly string[]; notes: readonly string[] }>;

function compare(change: PlannedChange): Compared {
  const { before, after, object } = change;
  const unknowns = unknownWarnings(change);
  if (isStaged(object["spec"] as DeploymentSpec)) return { objects: [], unknowns, notes: [STAGED] };
  const old = before === undefined ? [] : objectsOf(before);
  const fresh = objectsOf(after);
  if (old !== undefined && fresh !== undefined) return { objects: planObjects(old, fresh), unknowns, notes: [] };
  return { objects: [], unknowns: unknowns.length > 0 ? unknowns : [UNRENDERED], notes: [] };
}

const NEW_NAMES = "The last ten characters of its names are chosen when it is created.";
const UNRENDERED = "Its values cannot be rendered, before or after: what changes on the cluster is not known.";
const STAGED = "It was taken over and waits for its first sync: until then nothing on the cluster changes.";

function unknownWarnings({ before, after, object, generation, chartVersion }: PlannedChange): string[] {
  const { delivery } = (object["status"] ?? {}) as DeploymentStatus;
  const changes = generation !== undefined && String(object.metadata.generation) !== generation;
  const { app_type: appType } = after;
  if (appType === "helm") return [HELM];
  return [
    ...(changes ? chartWarnings(delivery?.version, chartVersion, "pods restart") : []),
    ...(before === undefined ? [] : imageWarnings(before, after)),
  ];
}

const HELM = "Which objects the Helm chart makes is known when Argo CD renders it: the plan does not list them.";

/** What becomes of a deployment's objects and volumes when it goes. */
export type PlannedDeletion = Readonly<{
  path: string | null;
  before: Body;
  options: Readonly<{ deleteVolumes: boolean; orphan: boolean }>;
}>;

/** Makes the plan of a deletion. */
export function planDeletion({ path, before, options }: PlannedDeletion): Plan {
  const { deleteVolumes, orphan } = options;
  const plan = { values_diff: diff(path, before, undefined), git_path: path };
  if (orphan) return { ...plan, objects: [], objects_complete: true, warnings: [ORPHANED] };
  const objects = objectsOf(before);
  const kept = keptVolumeWarnings(before, undefined);
  const isHelm = before["app_type"] === "helm";
  return {
    ...plan,
    objects: planObjects(leaving(objects ?? [], deleteVolumes), []).map(toRest),
    objects_complete: objects !== undefined,
    warnings: [
      ...underWayWarnings(before),
      ...(isHelm ? [HELM] : []),
      ...(deleteVolumes && kept.length > 0 ? ["The data in its volumes is lost."] : []),
      ...(deleteVolumes ? [] : kept),
    ],
  };
}

const ORPHANED = "Its objects stay on the cluster as they are, and nobody looks after them.";

/** A namespace stays as long as it holds a claim that is kept. */
function leaving(objects: readonly TenantObject[], deleteVolumes: boolean): TenantObject[] {
  if (deleteVolumes) return objects.map((object) => ({ ...object, isKept: false }));
  const keepsClaims = objects.some(({ isKept }) => isKept === true);
  return objects.map((object) => (object.kind === "Namespace" && keepsClaims ? { ...object, isKept: true } : object));
}

/** Lists what a body's values mean; undefined when they cannot be rendered or are a chart's. */
function objectsOf(body: Body): TenantObject[] | undefined {
  const { values_yaml: text, source_namespace: source, app_type: appType } = body;
  if (typeof text !== "string" || appType === "helm") return undefined;
  const values = readValues(text);
  const isOurs = typeof source !== "string";
  return listTenantObjects(values, { namespace: isOurs ? values.handle : source, isOurs });
}

function toRest({ apiVersion, kind, namespace, name, action, restart }: ObjectChange): PlannedObject {
  return { api_version: apiVersion, kind, namespace: namespace ?? null, name, action, restart };
}

function diff(path: string | null, before: Body | undefined, after: Body | undefined): string {
  const textOf = (body: Body | undefined): string =>
    typeof body?.["values_yaml"] === "string" ? body["values_yaml"] : "";
  return unifiedDiff(path ?? "values.yaml", textOf(before), textOf(after));
}
