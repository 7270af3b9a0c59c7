import { createHash } from "node:crypto";

const LENGTH_MAX = 63;
const KEPT = 52;
const DIGITS = 10;

/**
 * Derives the name that vcluster gives an object of a virtual cluster on its host. A long one is cut, and ends with a sum of the
 * whole (its `translate.SafeConcatName`).
 */
export function hostObjectName(
  cluster: string,
  { namespace, name }: Readonly<{ namespace: string; name: string }>,
): string {
  const whole = [name, "x", namespace, "x", cluster].join("-");
  if (whole.length <= LENGTH_MAX) return whole;
  const sum = createHash("sha256").update(whole).digest("hex").slice(0, DIGITS);
  return `${whole.slice(0, KEPT)}-${sum}`.replaceAll(".-", "-");
}
