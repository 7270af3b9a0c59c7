import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** Versions of the platform's charts that resources are delivered with. */
export type ChartVersions = Readonly<{ workload: string; database: string }>;

/** Reads the versions of this release's charts; gateway and operator are of one release. */
export function readChartVersions(): ChartVersions {
  return { workload: versionOf("workload"), database: versionOf("database") };
}

function versionOf(chart: string): string {
  const text = readFileSync(new URL(`../../charts/${chart}/Chart.yaml`, import.meta.url), "utf8");
  const { version } = parse(text) as Readonly<{ version?: unknown }>;
  if (typeof version !== "string") throw new Error(`charts/${chart}/Chart.yaml names no version`);
  return version;
}

/** Warns that a newer release of the platform's chart comes along with any change of the spec. */
export function chartWarnings(delivered: string | undefined, newest: string, effect: string): string[] {
  if (delivered === undefined || delivered === newest) return [];
  return [
    `The platform's chart moves from ${delivered} to ${newest} with this change; its objects may change beyond the plan, and ${effect}.`,
  ];
}
