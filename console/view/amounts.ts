/** What the numbers of a metric count, as its name ends. */
export type Unit = "millicores" | "bytes" | "bytes_per_second" | "per_second" | "seconds" | "count";

/** The longer endings first: one may end with another. */
const ENDINGS: readonly Unit[] = ["millicores", "bytes_per_second", "per_second", "bytes", "seconds"];
const BYTES = ["B", "KiB", "MiB", "GiB", "TiB"] as const;
const KIBI = 1_024;

/** Tells what the numbers of a metric count, also of one that nobody here has heard of. */
export function unitOf(metric: string): Unit {
  return ENDINGS.find((ending) => metric.endsWith(`_${ending}`)) ?? "count";
}

/** Tells an amount as people read it: "250 m", "1.5 cores", "96 MiB", "1.2 KiB/s". */
export function formatAmount(value: number, unit: Unit): string {
  switch (unit) {
    case "millicores":
      if (value < 1_000) return `${short(value)} m`;
      return value === 1_000 ? "1 core" : `${short(value / 1_000)} cores`;
    case "bytes":
      return formatBytes(value);
    case "bytes_per_second":
      return `${formatBytes(value)}/s`;
    case "per_second":
      return `${short(value)}/s`;
    case "seconds":
      return value < 1 ? `${short(value * 1_000)} ms` : `${short(value)} s`;
    case "count":
      return short(value);
  }
}

function formatBytes(bytes: number): string {
  const power = Math.min(BYTES.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(KIBI)));
  return `${short(bytes / KIBI ** power)} ${BYTES[power] ?? "B"}`;
}

/** As many digits as say something: 0.25, 2.5, 25, 250. */
function short(value: number): string {
  const digits = Math.abs(value) >= 10 ? 0 : Math.abs(value) >= 1 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}
