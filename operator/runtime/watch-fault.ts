import { KubeError } from "../../adapters/kubernetes/kube-error.ts";

/** Faults without a status that the same version may meet again: what came cannot be read, or nothing comes. */
const UNREADABLE: ReadonlySet<string> = new Set(["InvalidJson", "RangeError", "CutLine", "Silence"]);

/** Tells what came of the API server itself from a connection that is not there. */
export function isAnswered(error: unknown): boolean {
  if (!(error instanceof KubeError)) return false;
  return error.status === 500 || (error.status === 0 && UNREADABLE.has(error.reason));
}

/** Tells faults of the connection or of the moment from those that the same version would meet again. */
export function canResume(error: unknown): boolean {
  if (!(error instanceof KubeError)) return false;
  return [0, 401, 403, 429, 500, 503].includes(error.status);
}
