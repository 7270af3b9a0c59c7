import type { Means } from "./means.ts";
import { UsageError } from "./output/explain-fault.ts";

/** Asks whether to go on; where nobody can be asked, --yes must have said it. */
export async function confirm(means: Means, question: string, isSaid: boolean | undefined): Promise<void> {
  if (isSaid === true) return;
  if (!means.host.canAsk) throw new UsageError("Nobody can be asked here: add --yes to do it.");
  const answer = await means.host.ask(`${question} [y/N] `, means.signal);
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError("Nothing was done.");
}
