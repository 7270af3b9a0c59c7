import { readFlags, withFlags } from "../body-flags.ts";
import { confirm } from "../confirm.ts";
import { formatPlan } from "../deploy/format-plan.ts";
import { findCluster, findDeployment } from "../find-resource.ts";
import { followChange } from "../follow-change.ts";
import { CREATION_ONLY, FLAGS } from "../generated/flags.ts";
import { withWait, withYes, type Define, type WaitOptions } from "./command.ts";

type Options = WaitOptions &
  Readonly<{ yes?: boolean; cluster?: string; to: string; name?: string; deleteSource?: true }>;
const OVERRIDES = FLAGS.DeploymentCreate.filter(({ member }) => !CREATION_ONLY.includes(member));

/** `berth promote`: a copy of a deployment's configuration on another cluster, shown before it is done. */
export const define: Define = (command, act) => {
  withWait(withYes(withFlags(command, OVERRIDES)))
    .argument("<deployment>", "name of the source")
    .requiredOption("--to <cluster>", "cluster that it goes to")
    .option("--cluster <cluster>", "the cluster that the source runs on")
    .option("--name <name>", "its name there; the source's when unset")
    .option("--delete-source", "delete the source once the new one runs")
    .action(
      act(async (means, options: Options, ref: string) => {
        const { berth, out } = means;
        const source = await findDeployment(means, ref, options.cluster);
        const target = await findCluster(means, options.to);
        const path = { deployment_id: source.id };
        const body = {
          target_cluster_id: target.id,
          overrides: readFlags(options, OVERRIDES),
          ...(options.name !== undefined && { new_name: options.name }),
          ...(options.deleteSource && { delete_source: true }),
        };
        const { plan } = await berth.promoteDeployment({ path, query: { dry_run: true }, body });
        out.aside(formatPlan(`${source.name} would come to ${target.name}:`, plan));
        await confirm(means, "Do it?", options.yes);
        const { new_deployment_id: id } = await berth.promoteDeployment({ path, body });
        const name = options.name ?? source.name;
        const followed = { id, name, generation: 1, timeout: options.timeout };
        const done = options.wait
          ? await followChange(means, followed)
          : await berth.getDeployment({ path: { deployment_id: id } });
        await out.result(done, { sentence: `${name} on ${target.name}: ${done.status}`, name });
      }),
    );
};
