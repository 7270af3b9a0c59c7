import { DEPLOYMENTS, STATUS } from "../deploy/status-view.ts";
import { findCluster, findDeployment } from "../find-resource.ts";
import type { Define } from "./command.ts";

type Options = Readonly<{ cluster?: string }>;

/** `berth status`: all deployments, or one with how far its newest change has come. */
export const define: Define = (command, act) => {
  command
    .argument("[deployment]", "name of the deployment; all when unset")
    .option("--cluster <cluster>", "only on this cluster")
    .action(
      act(async (means, { cluster }: Options, name?: string) => {
        const { berth, out } = means;
        if (name !== undefined) {
          const deployment = await findDeployment(means, name, cluster);
          const chain = await berth.getDeploymentStatus({ path: { deployment_id: deployment.id } });
          await out.item({ ...deployment, chain }, STATUS);
          return;
        }
        const place = cluster === undefined ? {} : { cluster_id: (await findCluster(means, cluster)).id };
        const query = { ...(await means.organizationId()), ...place };
        await out.list(berth.pages("listDeployments", { query }), DEPLOYMENTS);
      }),
    );
};
