import { actOnDeployment, type ActOptions } from "../deploy/act-on-deployment.ts";
import { withWait, type Define } from "./command.ts";

/** `berth restart`: new pods, one after the other. */
export const define: Define = (command, act) => {
  withWait(command)
    .argument("<deployment>", "name of the deployment")
    .option("--cluster <cluster>", "the cluster that it runs on")
    .action(
      act(async (means, options: ActOptions, name: string) =>
        actOnDeployment(means, name, options, (berth, path) => berth.ask("restartDeployment", { path })),
      ),
    );
};
