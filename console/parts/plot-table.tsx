import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { formatAmount } from "../view/amounts.ts";
import type { Plot } from "../view/plots.ts";
import { Moment } from "./moment.tsx";

/** The numbers of a plot, newest first; drawn only while it is open. */
export function PlotTable({ plot: { title, times, lines, unit } }: Readonly<{ plot: Plot }>): VNode {
  const isOpen = useSignal(false);
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>{title} as a table</summary>
      {isOpen.value && (
        <div class="plot-table" tabIndex={0} role="region" aria-label={`${title}: numbers`}>
          <table class="table" aria-label={`${title} over time`}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {lines.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times
                .map((time, index) => (
                  <tr key={time}>
                    <td data-name="Time">
                      <Moment at={time * 1_000} />
                    </td>
                    {lines.map(({ name, values }) => (
                      <td key={name} data-name={name}>
                        {formatOrNothing(values[index], unit)}
                      </td>
                    ))}
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function formatOrNothing(value: number | null | undefined, unit: Plot["unit"]): string {
  return value === null || value === undefined ? "–" : formatAmount(value, unit);
}
