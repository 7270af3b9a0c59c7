import {
  JOB_DEFAULTS,
  RELEASE_TIMEOUT_SECONDS,
  type DeploymentSpec,
} from "../../contract/resources/deployment-spec.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";
import { hashText } from "../text/text-hash.ts";

type Release = NonNullable<WorkloadValues["release"]>;

/**
 * Derives what runs before a change counts as delivered, with the print of what makes it run again: a restart, resources or a
 * secret's newer value do not.
 */
export function deriveRelease(spec: DeploymentSpec): WorkloadValues["release"] {
  const { dockerImage: image, environmentVariables = [] } = spec;
  const wanted = wantedOf(spec);
  if (wanted === undefined) return undefined;
  const env = environmentVariables.map(({ name, value, secretRef }) => [name, value ?? null, secretRef ?? null]);
  const { command, args } = wanted;
  return { ...wanted, image, print: printOf(JSON.stringify([image, command, args ?? null, env])) };
}

function wantedOf(spec: DeploymentSpec): Pick<Release, "command" | "args" | "timeoutSeconds" | "retries"> | undefined {
  const { releaseCommand, releaseTimeoutSeconds = RELEASE_TIMEOUT_SECONDS, command, args } = spec;
  if (releaseCommand !== undefined) return { command: releaseCommand, timeoutSeconds: releaseTimeoutSeconds };
  if (spec.runOnChange !== true) return undefined;
  return {
    command,
    args,
    timeoutSeconds: spec.runTimeoutSeconds ?? JOB_DEFAULTS.runTimeoutSeconds,
    retries: spec.retries,
  };
}

/** 40 bits: of two releases of one deployment the second must not be taken for the first. */
function printOf(text: string): string {
  const hex = (part: string): string => hashText(part).toString(16).padStart(8, "0");
  return `${hex(text)}${hex(`again ${text}`).slice(0, 2)}`;
}
