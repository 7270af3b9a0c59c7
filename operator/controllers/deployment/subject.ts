import { isStaged } from "../../../contract/resources/staged-import.ts";
import { isCarried } from "../../../render/bundle/component.ts";
import { virtualClusterName } from "../../../render/cluster/virtual-cluster.ts";
import { deploymentFolder } from "../../../render/delivery-names.ts";
import { significance } from "../../machines/deployment/status.ts";
import { certificatesOnHost } from "../../provisioners/vcluster/host-certificates.ts";
import type { DeploymentObject } from "../../resources/objects.ts";
import type { DeletionContext } from "../delivered/deletion.ts";
import { secretUse, type DeploymentContext } from "./context.ts";
import { deploymentHandle, deploymentKey } from "../../resources/handles.ts";

/** Says how a deployment is deleted. */
export function deletionContext(context: DeploymentContext): DeletionContext<DeploymentObject> {
  return {
    ...context,
    subject: {
      kind: "Deployment",
      key: deploymentKey,
      handle: deploymentHandle,
      folder: deploymentFolder,
      use: (object, clusterHandle) => secretUse(context, object, clusterHandle),
      isOurs: ({ spec }) => spec.adoption === undefined,
      isUntouched: ({ spec }) => isStaged(spec),
      losesVolumes: ({ spec }) => spec.preview !== undefined,
      routeOnHost: (object, cluster) => {
        const { handle: clusterHandle, host } = cluster.status ?? {};
        if (host === undefined || clusterHandle === undefined || !isCarried(cluster.spec) || isStaged(object.spec))
          return undefined;
        const handle = deploymentHandle(object);
        const certificates = certificatesOnHost(clusterHandle, { handle, spec: object.spec });
        return { host, namespace: virtualClusterName(clusterHandle), handle, certificates };
      },
      hasSchedule: ({ spec }) => spec.backups !== undefined && !isStaged(spec),
      significance,
      forget: (object) => {
        const { metadata } = object;
        context.renderer.forget(metadata.uid ?? "");
        context.reviews.forget(metadata.uid ?? "");
        context.chartHosts.forget(deploymentHandle(object));
        context.ports.forget(deploymentHandle(object));
        context.pods.forget(deploymentHandle(object));
        context.readyPods.forget(deploymentHandle(object));
        context.backups.forget(deploymentHandle(object));
        context.releaseCommands.forget(deploymentHandle(object));
        context.addresses?.forget(deploymentHandle(object));
        context.domains.forget(deploymentHandle(object));
        context.wishes?.forget(deploymentHandle(object));
      },
    },
  };
}
