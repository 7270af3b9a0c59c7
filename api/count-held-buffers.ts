import { setFlagsFromString } from "node:v8";

/** From this version on the engine does so by itself, and does not know the flag. */
const BY_ITSELF_SINCE = [14, 8] as const;

/**
 * Has the engine begin a collection of its whole memory by what buffers hold, not by all that was ever allocated in them since the
 * last one (docs/adr/0137); tells whether it had to be told.
 */
export function countHeldBuffers(version: string = process.versions.v8, tell = setFlagsFromString): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [majorSince, minorSince] = BY_ITSELF_SINCE;
  if (major > majorSince || (major === majorSince && minor >= minorSince)) return false;
  tell("--external-memory-accounted-in-global-limit");
  return true;
}
