import { actOnDeployment, type ActOptions } from "../deploy/act-on-deployment.ts";
import { formatPlan } from "../deploy/format-plan.ts";
import { findDeployment } from "../find-resource.ts";
import { confirm } from "../confirm.ts";
import { FailedChange } from "../output/explain-fault.ts";
import { readCount } from "../read-input.ts";
import type { Means } from "../means.ts";
import { withDeployment, withWait, withYes, type Define } from "./command.ts";

type Options = ActOptions & Readonly<{ to?: string; yes?: boolean }>;

/** `berth rollback`: the configuration of an earlier revision, shown before it is done. */
export const define: Define = (command, act) => {
  withDeployment(withWait(withYes(command)))
    .option("--to <revision>", "number of the revision; the one before the newest when unset")
    .action(
      act(async (means, options: Options, name: string) => {
        const { id } = await findDeployment(means, name, options.cluster);
        const revision = await revisionOf(means, id, options.to);
        const path = { deployment_id: id };
        const { plan } = await means.berth.rollbackDeployment({ path, query: { dry_run: true }, body: { revision } });
        means.out.aside(formatPlan(`${name} would go back to revision ${revision}:`, plan));
        await confirm(means, "Do it?", options.yes);
        await actOnDeployment(means, id, options, (berth) =>
          berth.ask("rollbackDeployment", { path, body: { revision } }),
        );
      }),
    );
};

async function revisionOf(means: Means, id: string, given: string | undefined): Promise<number> {
  if (given !== undefined) return readCount(given, "--to");
  const { revisions } = await means.berth.listDeploymentRevisions({ path: { deployment_id: id }, query: { limit: 2 } });
  const before = revisions[1];
  if (before === undefined) throw new FailedChange("There is no revision before the newest one.");
  return before.revision;
}
