import { findDeployment } from "../find-resource.ts";
import { showHistory } from "../show-history.ts";
import { showWorkloadUsage } from "../show-usage.ts";
import { withDeployment, type Define } from "./command.ts";

type Options = Readonly<{ cluster?: string }>;

/** `berth top`: what the pods of a deployment take, beside what they may. */
export const define: Define = (command, act) => {
  withDeployment(command).action(
    act(async (means, { cluster }: Options, ref: string) => {
      const { id, name } = await findDeployment(means, ref, cluster);
      const path = { deployment_id: id };
      await showWorkloadUsage(means, name, await means.berth.getDeploymentMetrics({ path }));
      await showHistory(means, () => means.berth.getDeploymentMetricsHistory({ path }));
    }),
  );
};
