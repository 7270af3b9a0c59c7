import { VELERO } from "../../../render/bundle/velero-component.ts";
import { isBrought } from "../../../render/bundle/wanted-components.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import type { BackupsView } from "../../machines/deployment/backed-up.ts";
import type { ApplicationView } from "../../machines/deployment/state.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import { findCluster } from "../delivered/target.ts";
import { isDelivered } from "../delivered/views.ts";
import { stageOf } from "../shared/stage.ts";
import type { DeploymentContext } from "./context.ts";

/** Looks at a deployment's backups; undefined where none are asked for. It reads memory only, and has the cluster asked. */
export function lookAtBackups(
  context: DeploymentContext,
  object: DeploymentObject,
  application: ApplicationView,
): BackupsView | undefined {
  const handle = deploymentHandle(object);
  if (!isAskedFor(object)) {
    context.backups.forget(handle);
    return undefined;
  }
  const cluster = findCluster(context, object);
  const client = context.tenants.client(cluster?.status?.handle ?? "");
  if (client === undefined) return UNREACHABLE;
  // What is delivered makes or changes the Schedule.
  const stamp = `${object.metadata.generation ?? 1} ${isDelivered(application) ? "delivered" : "on its way"}`;
  const isKept = context.settings.backups !== undefined;
  const stage = stageOfVelero(context, cluster);
  const found = context.backups.look(client, { handle, stamp, stage });
  if (found.kind === "unreachable") return UNREACHABLE;
  return found.kind === "unasked" ? found : { ...found, isKept, isComing: stage !== undefined };
}

/** Names how far a cluster is that is being made, where the bundle brings Velero to it and a place for backups. */
function stageOfVelero(context: DeploymentContext, cluster: ClusterObject | undefined): string | undefined {
  const isComing = cluster !== undefined && context.settings.backups !== undefined && isBrought(VELERO, cluster.spec);
  return isComing ? stageOf(context, cluster) : undefined;
}

/** Of a staged import nothing is delivered. */
function isAskedFor({ spec }: DeploymentObject): boolean {
  return spec.backups?.enabled === true && !isStaged(spec);
}

const UNREACHABLE = { kind: "unreachable" } as const;
