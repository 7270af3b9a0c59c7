import { constants } from "node:fs";
import { access } from "node:fs/promises";

/** Asks whether there is a file that this process may run. */
export function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
