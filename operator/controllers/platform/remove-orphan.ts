import { clusterFolder } from "../../../render/delivery-names.ts";
import type { WriteRequest } from "../../git/write-request.ts";
import { SETTLED, wait, type Outcome } from "../../machines/decision.ts";
import type { Orphan } from "../../machines/orphans/find-orphans.ts";
import { clusterFiles } from "../../orphans/orphan-files.ts";
import type { DeploymentObject } from "../../resources/objects.ts";
import { removeBundle } from "../cluster/bundle.ts";
import type { DeploymentContext } from "../deployment/context.ts";
import { ORPHAN_KIND } from "../../resources/handles.ts";
import { reconcileOrphan } from "../delivered/deletion.ts";
import { deletionContext } from "../deployment/subject.ts";
import { REMOVED } from "../shared/git-desk.ts";

const GIT_POLL_MS = 1_000;

/** Takes apart what was seen deleted and came back. */
export async function removeOrphan(context: DeploymentContext, orphan: Orphan): Promise<Outcome> {
  const { kind, cluster, handle } = orphan;
  context.logger.info("Removing what was deleted and came back", { kind, cluster, handle });
  if (kind === "cluster") return removeClusterFiles(context, cluster);
  if (kind === "component") return removeStrayComponent(context, handle);
  return reconcileOrphan(deletionContext(context), standIn(context, cluster, handle));
}

function removeClusterFiles({ writer, desk }: DeploymentContext, cluster: string): Outcome {
  const folder = clusterFolder(cluster);
  const own = clusterFiles(cluster, writer.listPaths(`${folder}/`));
  if (own.length === 0) return SETTLED;
  const key = `${ORPHAN_KIND}/${cluster}`;
  const request: WriteRequest = {
    key,
    files: own.map((path) => ({ path, content: null })),
    trailers: { resource: key, generation: 1, removes: folder },
  };
  desk.write(request, REMOVED);
  return wait(GIT_POLL_MS, "RemovingFiles");
}

/** With its cluster the component itself is out of reach, or was left there on purpose. */
async function removeStrayComponent({ argo }: DeploymentContext, name: string): Promise<Outcome> {
  const application = argo.find(name);
  if (application !== undefined) await removeBundle({ argo }, [application], false);
  return SETTLED;
}

/** Stands in for the object that is no more, with all that its deletion needs to know. */
function standIn({ caches }: DeploymentContext, cluster: string, handle: string): DeploymentObject {
  const found = caches.clusters.byIndex("handle", cluster)[0];
  return {
    kind: ORPHAN_KIND,
    metadata: { name: handle, namespace: found?.metadata.namespace ?? "orphan" },
    spec: { cluster: found?.metadata.name ?? cluster, appType: "container" },
    status: { handle, git: { path: `clusters/${cluster}/deployments/${handle}/values.yaml` } },
  };
}
