import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";

const BYTES_PER_MB = 1_048_576;

type Limits = Pick<NonNullable<WorkloadValues["ingress"]>, "timeoutSeconds" | "maxBodySizeMb">;

/** Derives what the main port speaks where that is not HTTP/1.1. */
export function derivePortProtocol(
  { containerPortProtocol }: DeploymentSpec,
  port: number | undefined,
): WorkloadValues["portProtocol"] {
  return port !== undefined && containerPortProtocol === "grpc" ? "grpc" : undefined;
}

/** Derives what holds of requests from outside by an Ingress. */
export function deriveIngressLimits({ requestTimeoutSeconds: timeoutSeconds, maxBodySizeMb }: DeploymentSpec): Limits {
  return { timeoutSeconds, maxBodySizeMb };
}

/** Derives what holds of requests from outside by the Gateway, which tells bodies that are too large by their length's digits. */
export function deriveGatewayLimits(spec: DeploymentSpec): Limits & { tooLarge?: string | undefined } {
  const { maxBodySizeMb } = spec;
  const tooLarge = maxBodySizeMb === undefined ? undefined : formatLargerThan(maxBodySizeMb * BYTES_PER_MB);
  return { ...deriveIngressLimits(spec), tooLarge };
}

/** Formats the regular expression that fits, as a whole, the decimal numbers above a limit. */
export function formatLargerThan(limit: number): string {
  const digits = String(limit);
  const larger = Array.from(digits, (digit, index) => {
    if (digit === "9") return [];
    const next = digit === "8" ? "9" : `[${Number(digit) + 1}-9]`;
    return [`${digits.slice(0, index)}${next}${anyDigits(digits.length - index - 1)}`];
  }).flat();
  return `0*(${[`[1-9][0-9]{${digits.length},}`, ...larger].join("|")})`;
}

function anyDigits(count: number): string {
  return count === 0 ? "" : `[0-9]{${count}}`;
}
