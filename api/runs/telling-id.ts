import { createHash } from "node:crypto";

/** Makes a UUID (version 8) that begins with what it tells, in hexadecimal digits, and goes on with a print of whose Job it is. */
export function tellingId(
  told: string,
  { deploymentId, job }: Readonly<{ deploymentId: string; job: string }>,
): string {
  const digits = told + createHash("sha256").update(`${deploymentId} ${job}`).digest("hex");
  const [time, middle, rest] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12)];
  return `${time}-${middle}-8${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
