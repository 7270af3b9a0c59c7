import { findDeployment } from "../find-resource.ts";
import { followRun } from "../follow-run.ts";
import { readSeconds } from "../read-input.ts";
import { UsageError } from "../output/explain-fault.ts";
import { withDeployment, type Define } from "./command.ts";

type Options = Readonly<{ cluster?: string; timeout: string; keep: string; detach?: true }>;

const TIMEOUT_SECONDS = 3_600;
/** So long its pod is there for whoever wants to look at it. */
const KEEP_SECONDS = 300;

/** `berth run`: a command in a pod of its own; its exit status is that of `berth`. */
export const define: Define = (command, act) => {
  withDeployment(command)
    .argument("[command...]", "the command and its arguments, behind --; what the deployment runs when unset")
    .option("--timeout <seconds>", "it is ended after this time", String(TIMEOUT_SECONDS))
    .option("--keep <seconds>", "how long it is shown after its end", String(KEEP_SECONDS))
    .option("--detach", "do not wait for it")
    .action(
      act(async (means, options: Options, name: string, words: readonly string[]) => {
        const { berth, out } = means;
        const { id } = await findDeployment(means, name, options.cluster);
        const body = {
          timeout_seconds: wholeSeconds(options.timeout, "--timeout"),
          keep_seconds: wholeSeconds(options.keep, "--keep"),
          ...(words.length > 0 && { command: [...words] }),
        };
        const run = await berth.createDeploymentRun({ path: { deployment_id: id }, body });
        if (options.detach) await out.result(run, { sentence: `Run ${run.id} of ${name} has begun.`, name: run.id });
        else await followRun(means, run);
      }),
    );
};

function wholeSeconds(given: string, what: string): number {
  const seconds = readSeconds(given, what) / 1_000;
  if (!Number.isInteger(seconds)) throw new UsageError(`${what} is a whole number of seconds, not "${given}".`);
  return seconds;
}
