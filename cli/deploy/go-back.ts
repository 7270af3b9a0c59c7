import { DEFAULT_TIMEOUT_SECONDS } from "../commands/command.ts";
import { followChange, generationOf } from "../follow-change.ts";
import type { Means } from "../means.ts";
import { explainFault, LateChange } from "../output/explain-fault.ts";
import { readSeconds } from "../read-input.ts";

/** Where a deployment is to be again; `timeout` is what the change was given. */
type Return = Readonly<{ id: string; name: string; revision: number; timeout: string }>;

/**
 * Takes a change back that did not come to its end, and answers what is to be told of it in the end: of the way back only
 * that it failed, too. A short wait was meant for the change: the way back has at least the usual one.
 */
export async function goBack(means: Means, { id, name, revision, timeout }: Return, fault: unknown): Promise<unknown> {
  const { berth, out } = means;
  out.note(`${name} goes back to revision ${revision}.`);
  try {
    const { etag } = await berth.ask("rollbackDeployment", { path: { deployment_id: id }, body: { revision } });
    const seconds = Math.max(readSeconds(timeout, "--timeout") / 1_000, DEFAULT_TIMEOUT_SECONDS);
    const { status } = await followChange(means, {
      id,
      name,
      generation: generationOf(etag),
      timeout: String(seconds),
    });
    out.note(`${name} is back at revision ${revision}: ${status}`);
  } catch (second) {
    out.note(`${name} is not back at revision ${revision}: ${explainFault(second).sentence}`);
    return fault;
  }
  if (!(fault instanceof LateChange)) return fault;
  return new LateChange(`${name} did not run within ${timeout} s, and was taken back.`);
}
