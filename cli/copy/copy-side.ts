import { posix } from "node:path";
import { UsageError } from "../output/explain-fault.ts";

/** Where something is copied from or to: here, or in a pod of a deployment. */
export type CopySide = Readonly<{ deployment: string | undefined; path: string }>;

/** What lies in a pod: its folder, and its name there. */
type RemotePlace = Readonly<{ folder: string; name: string }>;

/** Reads one side: "shop:/var/log" is in a pod, "./a:b", "/a:b" and "C:\a" are here. */
export function parseSide(text: string): CopySide {
  const [, deployment, path = ""] = /^([^:/\\]{2,}):(.*)$/s.exec(text) ?? [];
  if (deployment === undefined) return { deployment: undefined, path: text };
  if (path === "") throw new UsageError(`Say which path of ${deployment} is meant: "${deployment}:/var/log".`);
  return { deployment, path };
}

/** Takes a path of a pod apart; a folder that has no name cannot be copied as a whole. */
export function remotePlace(path: string): RemotePlace {
  const whole = posix.normalize(path);
  const name = posix.basename(whole);
  if (name === "" || name === "." || name === "..")
    throw new UsageError(`"${path}" names no file and no folder by its name.`);
  return { folder: posix.dirname(whole), name };
}
