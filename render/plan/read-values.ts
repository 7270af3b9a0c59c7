import { parse } from "yaml";
import type { WorkloadValues } from "../charts/workload-values.ts";

/**
 * Reads a values file that was rendered here: what it leaves out is not there, rather than undefined. No map of it has a key
 * twice, and the library would compare each key with each other to find that out.
 */
export function readValues(valuesYaml: string): WorkloadValues {
  return parse(valuesYaml, { schema: "core", uniqueKeys: false }) as WorkloadValues;
}
