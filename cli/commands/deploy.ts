import { readFlags, withFlags } from "../body-flags.ts";
import { confirm } from "../confirm.ts";
import { goBack } from "../deploy/go-back.ts";
import { changesAnything, describePlan, planDeploy, type Planned } from "../deploy/plan-deploy.ts";
import { readWishes, type Wish } from "../deploy/wish.ts";
import { followChange, generationOf } from "../follow-change.ts";
import { FLAGS } from "../generated/flags.ts";
import type { Means } from "../means.ts";
import { FailedChange, LateChange, UsageError } from "../output/explain-fault.ts";
import { readInput } from "../read-input.ts";
import type { Command } from "commander";
import { withWait, withYes, type Define, type WaitOptions } from "./command.ts";

/** What says which deployment and what it is to be. */
export type WishOptions = Readonly<{ cluster?: string; file?: string }>;
type Options = WishOptions & WaitOptions & Readonly<{ yes?: boolean; rollback?: boolean }>;

/** Adds what says which deployment and what it is to be. */
export function withWish(command: Command): Command {
  command
    .argument("[deployment]", "name of the deployment")
    .option("--cluster <cluster>", "name of the cluster that it runs on; needed for a new one")
    .option("-f, --file <file>", "custom resources (kind Deployment) as kubectl takes them; - reads standard input");
  return withFlags(command, FLAGS.DeploymentCreate);
}

/** Reads what is wished, of the flags or the file. */
export async function wishesOf(means: Means, options: WishOptions, name: string | undefined): Promise<Wish[]> {
  const members = readFlags(options, FLAGS.DeploymentCreate);
  const { file, cluster } = options;
  if (file === undefined) {
    if (name === undefined) throw new UsageError("Say which deployment, or give a file by -f.");
    return [{ name, members, ...(cluster !== undefined && { cluster }) }];
  }
  if (name !== undefined || Object.keys(members).length > 0)
    throw new UsageError("With -f the file alone says what is deployed.");
  const wishes = await readWishes(await readInput(means, file));
  return wishes.map((wish) => ({ ...wish, ...(cluster !== undefined && { cluster }) }));
}

/** `berth deploy`: shows the plan, does it, and shows the chain until it runs. */
export const define: Define = (command, act) => {
  withWait(withYes(withWish(command)))
    .option("--rollback", "go back to the revision before when it fails or takes too long")
    .action(
      act(async (means, options: Options, name?: string) => {
        const wishes = await wishesOf(means, options, name);
        for (const wish of wishes) await deploy(means, wish, options);
      }),
    );
};

async function deploy(means: Means, wish: Wish, options: Options): Promise<void> {
  const planned = await planDeploy(means, wish);
  const isChange = changesAnything(planned);
  const before = isChange && options.rollback === true ? await newestRevision(means, planned) : undefined;
  if (isChange) {
    means.out.aside(describePlan(planned));
    await confirm(means, "Do it?", options.yes);
  } else means.out.note(`${wish.name} is as it is wished already.`);
  const { data, etag } = await send(means, planned);
  if (!options.wait) {
    await means.out.result(data, { sentence: `${wish.name}: ${data.status}`, name: wish.name });
    return;
  }
  const followed = { id: data.id, name: wish.name, generation: generationOf(etag), timeout: options.timeout };
  const done = await followChange(means, followed).catch(async (fault: unknown) => {
    // Who cannot look any more has not seen it fail.
    const isOver = fault instanceof FailedChange || fault instanceof LateChange;
    if (before === undefined || !isOver) throw fault;
    throw await goBack(means, { ...followed, revision: before }, fault);
  });
  const at = done.endpoint_url === null ? "" : ` at ${done.endpoint_url}`;
  await means.out.result(done, { sentence: `${wish.name}: ${done.status}${at}`, name: wish.name });
}

function send(means: Means, planned: Planned) {
  if (planned.kind === "create") return means.berth.ask("createDeployment", { body: planned.body });
  return means.berth.ask("updateDeployment", { path: { deployment_id: planned.existing.id }, body: planned.body });
}

/** The revision to go back to; what is new has none. */
async function newestRevision(means: Means, planned: Planned): Promise<number | undefined> {
  if (planned.kind === "create") return undefined;
  const path = { deployment_id: planned.existing.id };
  const { revisions } = await means.berth.listDeploymentRevisions({ path, query: { limit: 1 } });
  return revisions[0]?.revision;
}
