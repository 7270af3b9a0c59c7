import type { Schemas } from "../../client/main.ts";
import { actOnDeployment, type ActOptions } from "../deploy/act-on-deployment.ts";
import { changeVariables, type Variable } from "../deploy/change-variables.ts";
import { findDeployment } from "../find-resource.ts";
import type { ListView } from "../output/output.ts";
import { withDeployment, withWait, type Define } from "./command.ts";

type Options = ActOptions & Readonly<{ unset?: string[]; secret?: string[] }>;

const VIEW: ListView<Variable> = {
  columns: [
    { title: "NAME", of: ({ name }) => name },
    { title: "VALUE", of: ({ value }) => (value === "" ? '""' : value) },
    { title: "SECRET", of: ({ secret_ref: secret }) => secret },
  ],
  nameOf: ({ name }) => name,
  none: "It has no environment variables.",
};

/** `berth env`: the environment variables of a deployment, shown or changed; a change of somebody else meanwhile is not lost. */
export const define: Define = (command, act) => {
  withDeployment(withWait(command))
    .argument("[variables...]", "NAME=VALUE to set")
    .option("--secret <name=secret...>", "variables whose value is that of a secret")
    .option("--unset <name...>", "variables to remove")
    .action(
      act(async (means, options: Options, ref: string, given: string[] = []) => {
        const { id } = await findDeployment(means, ref, options.cluster);
        const { unset = [], secret = [] } = options;
        const path = { deployment_id: id };
        const { data, etag } = await means.berth.ask("getDeployment", { path });
        const variables = (data.environment_variables ?? []) as Variable[];
        if (given.length + unset.length + secret.length === 0) return means.out.list(variables, VIEW);
        const body: Schemas["DeploymentUpdate"] = {
          environment_variables: changeVariables(variables, { given, secret, unset }),
        };
        const header = etag === undefined ? {} : { "If-Match": etag };
        await actOnDeployment(means, id, options, (berth) => berth.ask("updateDeployment", { path, header, body }));
      }),
    );
};
