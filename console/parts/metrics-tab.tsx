import type { VNode } from "preact";
import { serverNow } from "../store/now.ts";
import { useEvery } from "../store/use-every.ts";
import { useLive } from "../store/use-live.ts";
import { plotsOf, type Amounts, type History, type Usage } from "../view/plots.ts";
import { secondsOf, TimeRange, useTimeRange } from "./time-range.tsx";
import { PlotCard } from "./plot-card.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { UsageNow } from "./usage-now.tsx";

type Given = Readonly<{
  /** The resource. */
  id: string;
  now: (signal: AbortSignal) => Promise<Usage>;
  history: (query: Readonly<{ from: string }>, signal: AbortSignal) => Promise<History>;
}>;

/** The gateway asks a cluster as often as that. */
const NOW_EVERY_MS = 15_000;
const HISTORY_EVERY_MS = 60_000;

/** What something takes: now, with its limits, and over time where the platform keeps it. */
export function MetricsTab({ id, now: readNow, history: readHistory }: Given): VNode {
  const range = useTimeRange();
  const now = useLive(id, `${id} usage`, readNow);
  const history = useLive(id, `${id} history ${range}`, (signal) =>
    readHistory({ from: new Date(serverNow() - secondsOf(range) * 1_000).toISOString() }, signal),
  );
  useEvery(NOW_EVERY_MS, now.refresh);
  useEvery(HISTORY_EVERY_MS, history.refresh);
  return (
    <>
      <ProblemNote problem={now.problem} />
      {now.value === undefined && now.problem === undefined && <p role="status">Reading…</p>}
      {now.value !== undefined && <UsageNow usage={now.value} />}
      <ProblemNote problem={history.problem} />
      {history.value !== undefined && <OverTime history={history.value} amounts={now.value} />}
    </>
  );
}

function OverTime({ history, amounts }: Readonly<{ history: History; amounts: Amounts | undefined }>): VNode {
  if (history.state === "unavailable")
    return (
      <p class="note" data-reason={history.reason}>
        There are no plots over time. {history.message}
      </p>
    );
  const plots = plotsOf(history, amounts);
  return (
    <>
      <TimeRange />
      {plots.length === 0 && <p class="note">Nothing was kept of it in this time.</p>}
      <div class="halves">
        {plots.map((plot) => (
          <PlotCard key={plot.title} plot={plot} />
        ))}
      </div>
    </>
  );
}
