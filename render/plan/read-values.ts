import { parse } from "yaml";
import type { WorkloadValues } from "../workload-values.ts";

/** Reads a values file that was rendered here: what it leaves out is not there, rather than undefined. */
export function readValues(valuesYaml: string): WorkloadValues {
  return parse(valuesYaml, { schema: "core" }) as WorkloadValues;
}
