import { setTimeout as pause } from "node:timers/promises";
import type { Schemas } from "../client/main.ts";
import type { Means } from "./means.ts";
import { CommandExit, EXIT, explainFault, FailedChange } from "./output/explain-fault.ts";

type Run = Schemas["RunResponse"];

const LOOK_EVERY_MS = 1_000;
/** The most that a log answers of what is there already. */
const LINES = 10_000;
const OPEN: readonly Run["status"][] = ["pending", "running"];

/** Follows a run to its end and ends as it does; Ctrl-C cancels it. */
export async function followRun(means: Means, run: Run): Promise<void> {
  const { berth, out, signal } = means;
  const path = { deployment_id: run.deployment_id, run_id: run.id };
  const read = (): Promise<Run> => berth.getDeploymentRun({ path }, { signal });
  try {
    await begun(means, run, read);
    const query = { run: run.id, follow: true, tail: LINES };
    for await (const line of berth.logs(run.deployment_id, { query, signal })) out.row(line, line.text);
    signal.throwIfAborted();
    end(await until(read, ({ status }) => !OPEN.includes(status), signal));
  } catch (fault) {
    if (!signal.aborted) throw fault;
    await berth.cancelDeploymentRun({ path }).then(
      () => out.note(`Run ${run.id} is cancelled.`),
      (refusal: unknown) => out.note(`Run ${run.id} is not cancelled, and goes on: ${explainFault(refusal).sentence}`),
    );
    throw new CommandExit(EXIT.interrupted);
  }
}

/** Waits for its pod, and says what that waits for. */
async function begun({ out, signal }: Means, run: Run, read: () => Promise<Run>): Promise<void> {
  let told: string | null = null;
  out.progress(`Run ${run.id}: pending`);
  await until(
    async () => {
      const now = await read();
      if (now.status === "pending" && now.status_reason !== null && now.status_reason !== told) {
        told = now.status_reason;
        out.note(`Run ${run.id} waits: ${told}.`);
      }
      return now;
    },
    ({ status }) => status !== "pending",
    signal,
  );
  out.endProgress();
}

async function until(read: () => Promise<Run>, isReached: (run: Run) => boolean, signal: AbortSignal): Promise<Run> {
  for (;;) {
    const run = await read();
    if (isReached(run)) return run;
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
}

function end({ id, status, status_reason: reason, exit_code: code }: Run): void {
  if (status === "succeeded") return;
  if (status === "failed" && code !== null && code !== 0) throw new CommandExit(code);
  const why = status === "cancelled" ? "Somebody cancelled it." : `${reason ?? "Its pod was never seen to end"}.`;
  throw new FailedChange(`Run ${id} has ${status === "cancelled" ? "ended" : "failed"}: ${why}`);
}
