import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** Reads the version of the chart that applications are delivered with; gateway and operator are of one release. */
export function readChartVersion(): string {
  const text = readFileSync(new URL("../../charts/workload/Chart.yaml", import.meta.url), "utf8");
  const { version } = parse(text) as Readonly<{ version?: unknown }>;
  if (typeof version !== "string") throw new Error("charts/workload/Chart.yaml names no version");
  return version;
}
