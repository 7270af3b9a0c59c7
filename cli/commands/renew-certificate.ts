import { actOnDeployment, type ActOptions } from "../deploy/act-on-deployment.ts";
import { withDeployment, withWait, type Define } from "./command.ts";

/** `berth renew-certificate`: another certificate of an own domain, as after its key was seen. */
export const define: Define = (command, act) => {
  withDeployment(withWait(command)).action(
    act(async (means, options: ActOptions, name: string) =>
      actOnDeployment(means, name, options, (berth, path) => berth.ask("renewDeploymentCertificate", { path })),
    ),
  );
};
