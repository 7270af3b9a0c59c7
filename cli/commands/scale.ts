import { actOnDeployment, type ActOptions } from "../deploy/act-on-deployment.ts";
import { readCount } from "../read-input.ts";
import { withDeployment, withWait, type Define } from "./command.ts";

/** `berth scale`: another number of pods. */
export const define: Define = (command, act) => {
  withDeployment(withWait(command))
    .argument("<replicas>", "number of pods")
    .action(
      act(async (means, options: ActOptions, name: string, given: string) => {
        const replicas = readCount(given, "The number of pods");
        await actOnDeployment(means, name, options, (berth, path) =>
          berth.ask("updateDeployment", { path, body: { replicas } }),
        );
      }),
    );
};
