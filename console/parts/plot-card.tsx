import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLatest } from "../store/use-latest.ts";
import { formatAmount } from "../view/amounts.ts";
import { plotSentence, type Plot } from "../view/plots.ts";
import type { Drawing } from "./draw-plot.ts";
import { Moment } from "./moment.tsx";
import { PlotTable } from "./plot-table.tsx";

type Given = Readonly<{ plot: Plot }>;

/** A plot with its legend, in a sentence for whoever does not see it, and as a table. */
export function PlotCard({ plot }: Given): VNode {
  const point = useSignal<number | undefined>(undefined);
  return (
    <section class="card plot-card" aria-label={plot.title}>
      <h2>{plot.title}</h2>
      <Canvas plot={plot} onPoint={(index) => (point.value = index)} />
      <Legend plot={plot} at={point.value} />
      <PlotTable plot={plot} />
    </section>
  );
}

function Canvas({ plot, onPoint }: Given & Readonly<{ onPoint: (index: number | undefined) => void }>): VNode {
  const place = useRef<HTMLDivElement>(null);
  const latest = useLatest(plot);
  const drawing = useRef<Drawing | undefined>(undefined);
  const hasFailed = useSignal(false);
  // Other lines are another drawing; other values of the same lines are not.
  const shape = [plot.unit, ...plot.lines.map(({ name }) => name)].join();
  useEffect(() => {
    let isOver = false;
    import("./draw-plot.ts").then(
      ({ drawPlot }) => {
        if (!isOver && place.current !== null) drawing.current = drawPlot(place.current, latest.current, onPoint);
      },
      () => (hasFailed.value = true),
    );
    return () => {
      isOver = true;
      drawing.current?.stop();
      drawing.current = undefined;
    };
  }, [shape]);
  useEffect(() => drawing.current?.update(plot), [plot]);
  return (
    <>
      {hasFailed.value && <p class="note">The plot could not be loaded; its numbers are in the table.</p>}
      <div class="plot" role="img" aria-label={plotSentence(plot)} ref={place} />
    </>
  );
}

/** The lines by name, with their values where the pointer is, else the last ones. */
function Legend({ plot: { times, lines, unit }, at }: Given & Readonly<{ at: number | undefined }>): VNode {
  const time = at === undefined ? undefined : times[at];
  return (
    <ul class="plot-legend faint">
      {lines.map(({ name, kind, values }) => {
        const value = at === undefined ? values.findLast((one) => one !== null) : values[at];
        return (
          <li key={name}>
            <svg viewBox="0 0 24 4" width="24" height="4" aria-hidden="true" class={`plot-${kind}`}>
              <path d="M0 2h24" />
            </svg>
            {name} {value === null || value === undefined ? "–" : formatAmount(value, unit)}
          </li>
        );
      })}
      {time !== undefined && (
        <li>
          <Moment at={time * 1_000} />
        </li>
      )}
    </ul>
  );
}
