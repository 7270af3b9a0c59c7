import { isBerthError, type Schemas } from "../client/main.ts";
import type { Means } from "./means.ts";
import { formatMetric } from "./output/format-amount.ts";
import { sparkline } from "./output/sparkline.ts";

type History = Schemas["MetricsHistoryResponse"];
type Series = History["series"][number];

const WIDTH = 40;
const NAMES: Readonly<Record<string, string>> = {
  cpu_millicores: "CPU",
  memory_bytes: "MEMORY",
  network_received_bytes_per_second: "RECEIVED",
  network_sent_bytes_per_second: "SENT",
  requests_per_second: "REQUESTS",
  errors_per_second: "ERRORS",
  latency_p95_seconds: "LATENCY",
};

/** Shows people what something took in the last hour, where the platform keeps that; programs ask for it by itself. */
export async function showHistory({ out }: Means, read: () => Promise<History>): Promise<void> {
  if (out.format !== "table") return;
  const history = await read().catch((error: unknown) => {
    if (!isBerthError(error)) throw error;
    // What is taken now was told; a gateway may be older than its history.
    return undefined;
  });
  if (history === undefined || history.reason === "NoHistory") return;
  if (history.state === "unavailable") {
    out.note(history.message ?? "");
    return;
  }
  const kept = history.series.filter(({ points }) => points.length > 0);
  if (kept.length === 0) return;
  const names = kept.map(({ metric }) => nameOf(metric));
  const width = Math.max(...names.map(({ length }) => length));
  const lines = kept.map((series, index) => `${names[index]?.padEnd(width) ?? ""} ${line(series, history)}`);
  out.aside(`\n${clock(history.from)} to ${clock(history.to)}\n${lines.join("\n")}`);
}

function line({ metric, points }: Series, history: History): string {
  const values = valuesOf(points, history);
  const known = points.map(({ value }) => value);
  const last = formatMetric(metric, known.at(-1) ?? 0);
  return `${sparkline(values, WIDTH)}  ${last}, at most ${formatMetric(metric, Math.max(...known))}`;
}

function valuesOf(points: Series["points"], { from, to, step_seconds: step }: History): readonly (number | null)[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const values = Array.from<number | null>({ length: Math.floor((last - first) / 1_000 / step) + 1 }).fill(null);
  for (const { at, value } of points) {
    const index = Math.round((Date.parse(at) - first) / 1_000 / step);
    if (index in values) values[index] = value;
  }
  return values;
}

function nameOf(metric: string): string {
  return NAMES[metric] ?? metric.replaceAll("_", " ").toUpperCase();
}

function clock(at: string): string {
  return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
}
