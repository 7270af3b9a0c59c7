/*
 * Draws a plot on a canvas. It is loaded when the first plot is shown: uPlot is larger than any page.
 */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatAmount } from "../view/amounts.ts";
import type { Plot, PlotLine } from "../view/plots.ts";

/** A plot that is drawn. */
export type Drawing = Readonly<{ update: (plot: Plot) => void; stop: () => void }>;

const HEIGHT = 180;
const AXIS_WIDTH = 76;
const DAY = 86_400;
/** Amounts of memory are round in powers of two. */
const BYTE_STEPS = Array.from({ length: 50 }, (_, power) => 2 ** power);
const DASH: Readonly<Record<PlotLine["kind"], number[] | undefined>> = {
  used: undefined,
  other: [2, 2],
  requested: [2, 6],
  limit: [8, 4],
};

/** Draws a plot; `onPoint` hears which of its times the pointer is at. */
export function drawPlot(place: HTMLElement, plot: Plot, onPoint: (index: number | undefined) => void): Drawing {
  const drawn = new uPlot(
    {
      width: Math.max(place.clientWidth, AXIS_WIDTH * 2),
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] } },
      series: [{}, ...plot.lines.map((line) => seriesOf(place, line))],
      axes: [
        { ...axisOf(place), values: (_, ticks) => sayTimes(ticks) },
        {
          ...axisOf(place),
          size: AXIS_WIDTH,
          values: (_, ticks) => ticks.map((tick) => formatAmount(tick, plot.unit)),
          ...(plot.unit.startsWith("bytes") && { incrs: BYTE_STEPS }),
        },
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    },
    dataOf(plot),
    place,
  );
  const watch = new ResizeObserver(() => drawn.setSize({ width: Math.max(1, place.clientWidth), height: HEIGHT }));
  watch.observe(place);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const redraw = (): void => drawn.redraw(false);
  scheme.addEventListener("change", redraw);
  return {
    update: (newer) => drawn.setData(dataOf(newer)),
    stop: () => {
      watch.disconnect();
      scheme.removeEventListener("change", redraw);
      drawn.destroy();
    },
  };
}

function dataOf({ times, lines }: Plot): uPlot.AlignedData {
  return [[...times], ...lines.map(({ values }) => [...values])];
}

function seriesOf(place: HTMLElement, { kind }: PlotLine): uPlot.Series {
  const dash = DASH[kind];
  return { stroke: () => colourOf(place, `plot-${kind}`), width: 1.5, points: { show: false }, ...(dash && { dash }) };
}

function axisOf(place: HTMLElement): uPlot.Axis {
  const line = { stroke: () => colourOf(place, "plot-grid"), width: 1 };
  return { stroke: () => colourOf(place, "plot-words"), font: "12px system-ui, sans-serif", grid: line, ticks: line };
}

/** The hours in the reader's zone, or the days where the ticks are days. */
function sayTimes(ticks: readonly number[]): string[] {
  const [first = 0, second = 0] = ticks;
  return ticks.map((seconds) => {
    const at = new Date(seconds * 1_000);
    if (second - first >= DAY) return at.toLocaleDateString([], { day: "numeric", month: "short" });
    return at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  });
}

/** A canvas knows no custom properties: an element says which colour a class has now, in light or in dark. */
function colourOf(place: HTMLElement, name: string): string {
  const probe = document.createElement("i");
  probe.className = name;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
