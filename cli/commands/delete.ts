import { deleteResource, type DeleteOptions } from "../delete-resource.ts";
import { findDeployment } from "../find-resource.ts";
import { withDeployment, withWait, withYes, type Define } from "./command.ts";

type Options = DeleteOptions & Readonly<{ cluster?: string; volumes?: true }>;

/** `berth delete`: a deployment, and its volumes only when asked. */
export const define: Define = (command, act) => {
  withDeployment(withWait(withYes(command)))
    .option("--volumes", "delete its volumes too")
    .action(
      act(async (means, options: Options, ref: string) => {
        const { id, name } = await findDeployment(means, ref, options.cluster);
        const input = { path: { deployment_id: id } };
        const query = options.volumes ? { delete_volumes: true } : {};
        const question = `Delete ${name}${options.volumes ? " with its volumes" : "; its volumes stay"}?`;
        const send = () => means.berth.deleteDeployment({ ...input, query });
        await deleteResource(means, { id: "getDeployment", input, name, question, send }, options);
      }),
    );
};
