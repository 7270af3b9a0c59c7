import { LABELS } from "../../../contract/identity.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import type { PodTrouble } from "../../machines/deployment/pods-seen.ts";
import type { ApplicationView } from "../../machines/deployment/state.ts";
import type { PodPlace } from "../../delivery/read-pods.ts";
import { tenantNamespace, workloadName } from "../../../render/delivery-names.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { DeploymentContext } from "./context.ts";

/** Asks why the pods of what was delivered are not ready; whose pods are ready costs no call. */
export function lookAtPods(
  { pods, tenants }: Pick<DeploymentContext, "pods" | "tenants">,
  object: DeploymentObject,
  cluster: ClusterObject | undefined,
  application: ApplicationView,
): PodTrouble | undefined {
  const { spec, metadata } = object;
  const handle = deploymentHandle(object);
  const clusterHandle = cluster?.status?.handle;
  if (clusterHandle === undefined || isStaged(spec) || spec.stopped === true || !isUnhealthy(application)) {
    pods.forget(handle);
    return undefined;
  }
  const client = tenants.client(clusterHandle);
  if (client === undefined) return undefined;
  const stamp = `${metadata.generation ?? 1} ${application.revisionId}`;
  const view = pods.look(client, { handle, stamp, place: placeOf(object, handle) });
  return view.kind === "judged" ? view.trouble : undefined;
}

type Unhealthy = Extract<ApplicationView, { kind: "present" }>;

/** Before it is delivered its pods are those of an older commit. */
function isUnhealthy(application: ApplicationView): application is Unhealthy {
  if (application.kind === "absent" || application.health === "Healthy") return false;
  return application.current && application.compared && application.sync === "Synced";
}

/** How a run ends says nothing of what it runs beside. */
const NO_RUN = `!${LABELS.run}`;

/** What was taken over shares its namespace with others. */
function placeOf({ spec, metadata }: DeploymentObject, handle: string): PodPlace {
  const namespace = tenantNamespace({ handle, spec });
  if (spec.adoption === undefined) return { namespace, labelSelector: NO_RUN, prefix: undefined };
  const labels = Object.entries(spec.adoption.selectorMatchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const labelSelector = [...labels, NO_RUN].join(",");
  return { namespace, labelSelector, prefix: workloadName(spec, metadata.name) };
}
