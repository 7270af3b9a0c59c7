import { signal, type Signal } from "@preact/signals";
import type { LogLine } from "../../../client/follow-logs.ts";
import { berth } from "../../store/berth.ts";
import { keepLines, type NumberedLine } from "../../view/log-buffer.ts";
import type { KeptQuery } from "../../view/kept-query.ts";
import { toProblem, type Problem } from "../../view/problem.ts";

/** The logs of a deployment as they come. */
export type FollowedLines = Readonly<{
  lines: Signal<readonly NumberedLine[]>;
  state: Signal<"opening" | "open" | "lost" | "ended">;
  problem: Signal<Problem | undefined>;
  stop: () => void;
}>;

/** Which lines: those that were kept, or those of one run, of one container; of all pods as they come when unset, or empty. */
type LinesAsked = Readonly<{ kept?: KeptQuery | undefined; run?: string | undefined; container?: string }>;

const LIVE = { follow: true, tail: 200 };
const FRAME_MS = 50;

/** Follows the logs of all pods of a deployment, or reads those that were kept; lines are shown together, some times a second. */
export function followLines(deploymentId: string, { kept, run, container = "" }: LinesAsked = {}): FollowedLines {
  const over = new AbortController();
  const lines = signal<readonly NumberedLine[]>([]);
  const state = signal<"opening" | "open" | "lost" | "ended">("opening");
  const problem = signal<Problem | undefined>(undefined);
  let waiting: LogLine[] = [];
  const show = (): void => {
    lines.value = keepLines(lines.value, waiting);
    waiting = [];
  };
  const follow = async (): Promise<void> => {
    const query = { ...(kept ?? { ...LIVE, run }), ...(container !== "" && { container }) };
    const choice = { query, signal: over.signal };
    const onConnection = (is: "open" | "lost"): void => {
      state.value = is;
    };
    for await (const line of berth.logs(deploymentId, { ...choice, onConnection }))
      if (waiting.push(line) === 1) setTimeout(show, FRAME_MS);
    state.value = "ended";
  };
  follow().catch((error: unknown) => {
    if (over.signal.aborted) return;
    state.value = "ended";
    problem.value = toProblem(error);
  });
  return { lines, state, problem, stop: () => over.abort() };
}
