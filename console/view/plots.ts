/*
 * What was kept of a thing's metrics, as plots: lines over the same times, with gaps where nothing was kept, and beside what was
 * used what was asked for and what is the most.
 */
import type { Output } from "../../client/operation-types.ts";
import { formatAmount, unitOf, type Unit } from "./amounts.ts";

/** What is kept of a thing over time. */
export type History = Output<"getDeploymentMetricsHistory">;
/** What is taken now, of a workload or of a cluster. */
export type Usage = Output<"getDeploymentMetrics"> | Output<"getClusterMetrics">;
/** The part of it that has limits. */
export type Amounts = Pick<Usage, "cpu_millicores" | "memory_bytes">;

/** One line of a plot; null where nothing is known. */
export type PlotLine = Readonly<{
  name: string;
  kind: "used" | "other" | "requested" | "limit";
  values: readonly (number | null)[];
}>;
/** Lines over the same times, in seconds since 1970. */
export type Plot = Readonly<{ title: string; unit: Unit; times: readonly number[]; lines: readonly PlotLine[] }>;

type Series = History["series"][number];
type Group = Readonly<{ title: string; lines: Readonly<Record<string, string>>; amount?: keyof Amounts }>;

const GROUPS: readonly Group[] = [
  { title: "CPU", lines: { cpu_millicores: "Used" }, amount: "cpu_millicores" },
  { title: "Memory", lines: { memory_bytes: "Used" }, amount: "memory_bytes" },
  {
    title: "Network",
    lines: { network_received_bytes_per_second: "Received", network_sent_bytes_per_second: "Sent" },
  },
  { title: "Requests", lines: { requests_per_second: "All", errors_per_second: "Failed (500 and above)" } },
  { title: "Latency", lines: { latency_p95_seconds: "95 of 100 at most" } },
];

/** Makes the plots of what was kept; a metric that is new here has a plot of its own. */
export function plotsOf(history: History, now: Amounts | undefined): readonly Plot[] {
  const times = timesOf(history);
  const known = new Set(GROUPS.flatMap(({ lines }) => Object.keys(lines)));
  const others = history.series.filter(({ metric }) => !known.has(metric)).map(({ metric }) => ownGroup(metric));
  return [...GROUPS, ...others].flatMap((group) => {
    const kept = history.series.filter(({ metric }) => metric in group.lines);
    if (kept.length === 0) return [];
    const used = kept.map((series, index): PlotLine => {
      const name = group.lines[series.metric] ?? series.metric;
      return { name, kind: index === 0 ? "used" : "other", values: valuesOf(series, history, times.length) };
    });
    const unit = unitOf(kept[0]?.metric ?? "");
    return [{ title: group.title, unit, times, lines: [...used, ...boundsOf(group, now, times.length)] }];
  });
}

/** Says a plot in a sentence, for whoever does not see it. */
export function plotSentence({ title, unit, lines }: Plot): string {
  const told = lines.map(({ name, kind, values }) => {
    const known = values.filter((value) => value !== null);
    const last = known.at(-1);
    if (last === undefined) return `${name}: nothing was kept`;
    const most = formatAmount(Math.max(...known), unit);
    const isBound = kind === "limit" || kind === "requested";
    return isBound ? `${name} ${most}` : `${name}: at last ${formatAmount(last, unit)}, at most ${most}`;
  });
  return `${title}. ${told.join(". ")}.`;
}

function ownGroup(metric: string): Group {
  const words = metric.replace(new RegExp(`_${unitOf(metric)}$`), "").replaceAll("_", " ");
  return { title: words.charAt(0).toUpperCase() + words.slice(1), lines: { [metric]: "Measured" } };
}

function timesOf({ from, to, step_seconds: step }: History): readonly number[] {
  const first = Date.parse(from) / 1_000;
  const count = Math.max(0, Math.floor((Date.parse(to) / 1_000 - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

function valuesOf({ points }: Series, { from, step_seconds: step }: History, count: number): (number | null)[] {
  const values = Array.from<number | null>({ length: count }).fill(null);
  for (const { at, value } of points) {
    const index = Math.round((Date.parse(at) - Date.parse(from)) / 1_000 / step);
    if (index >= 0 && index < count) values[index] = value;
  }
  return values;
}

function boundsOf({ amount }: Group, now: Amounts | undefined, count: number): readonly PlotLine[] {
  if (amount === undefined || now === undefined) return [];
  const { requested, limit } = now[amount];
  const level = (value: number): number[] => Array.from<number>({ length: count }).fill(value);
  return [
    ...(requested > 0 ? [{ name: "Requested", kind: "requested", values: level(requested) } as const] : []),
    ...(limit === null ? [] : [{ name: "Limit", kind: "limit", values: level(limit) } as const]),
  ];
}
