import { actOnDeployment, type ActOptions } from "../deploy/act-on-deployment.ts";
import { UsageError } from "../output/explain-fault.ts";
import { withWait, type Define } from "./command.ts";

/** `berth scale`: another number of pods. */
export const define: Define = (command, act) => {
  withWait(command)
    .argument("<deployment>", "name of the deployment")
    .argument("<replicas>", "number of pods")
    .option("--cluster <cluster>", "the cluster that it runs on")
    .action(
      act(async (means, options: ActOptions, name: string, given: string) => {
        const replicas = Number(given);
        if (!/^\d+$/.test(given)) throw new UsageError(`"${given}" is no number of pods.`);
        await actOnDeployment(means, name, options, (berth, path) =>
          berth.ask("updateDeployment", { path, body: { replicas } }),
        );
      }),
    );
};
