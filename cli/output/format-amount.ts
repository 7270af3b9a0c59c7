const MEBIBYTE = 2 ** 20;
const KIBIBYTE = 2 ** 10;

/** Tells thousandths of a processor as Kubernetes writes them. */
export function formatCpu(milli: number): string {
  return milli % 1_000 === 0 || milli > 10_000 ? String(Math.round(milli / 100) / 10) : `${Math.round(milli)}m`;
}

/** Tells bytes of memory as Kubernetes writes them. */
export function formatBytes(bytes: number): string {
  const mebi = bytes / MEBIBYTE;
  return mebi < 10_000 ? `${Math.round(mebi)}Mi` : `${Math.round((mebi / 1_024) * 10) / 10}Gi`;
}

/** Tells the value of a metric by what its name ends with, also of one that is newer than this program. */
export function formatMetric(metric: string, value: number): string {
  if (metric.endsWith("_millicores")) return formatCpu(value);
  if (metric.endsWith("_bytes_per_second")) return `${Math.round(value / KIBIBYTE)}Ki/s`;
  if (metric.endsWith("_bytes")) return formatBytes(value);
  const [, unit = ""] = /_(per_second|seconds)$/.exec(metric) ?? [];
  return `${Number(value.toPrecision(3))}${unit === "per_second" ? "/s" : unit === "seconds" ? "s" : ""}`;
}
