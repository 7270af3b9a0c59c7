import { confirm } from "../confirm.ts";
import { findDeployment } from "../find-resource.ts";
import { followDeletion } from "../follow-resource.ts";
import { withWait, withYes, type Define, type WaitOptions } from "./command.ts";

type Options = WaitOptions & Readonly<{ yes?: boolean; cluster?: string; volumes?: true }>;

/** `berth delete`: a deployment, and its volumes only when asked. */
export const define: Define = (command, act) => {
  withWait(withYes(command))
    .argument("<deployment>", "name of the deployment")
    .option("--volumes", "delete its volumes too")
    .option("--cluster <cluster>", "the cluster that it runs on")
    .action(
      act(async (means, options: Options, ref: string) => {
        const { id, name } = await findDeployment(means, ref, options.cluster);
        await confirm(
          means,
          `Delete ${name}${options.volumes ? " with its volumes" : "; its volumes stay"}?`,
          options.yes,
        );
        const path = { deployment_id: id };
        const answer = await means.berth.deleteDeployment({
          path,
          query: options.volumes ? { delete_volumes: true } : {},
        });
        if (options.wait)
          await followDeletion(means, { id: "getDeployment", input: { path }, name, timeout: options.timeout });
        await means.out.result(answer, { sentence: `${name} is ${options.wait ? "gone" : "being deleted"}.`, name });
      }),
    );
};
