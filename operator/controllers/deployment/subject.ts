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
        const { renderer, reviews, chartHosts, ports, pods, readyPods, backups, releaseCommands } = context;
        const { addresses, domains, wishes } = context;
        for (const byUid of [renderer, reviews]) byUid.forget(object.metadata.uid ?? "");
        const looks = [chartHosts, ports, pods, readyPods, backups, releaseCommands, addresses, domains, wishes];
        for (const byHandle of looks) byHandle?.forget(deploymentHandle(object));
      },
    },
  };
}
