import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { architectureOf, type Architecture } from "../../local/images/describe-image.ts";
import { THIS_RUNTIME, type Runtime } from "../runtime-root.ts";
import { describeOwnLibraries } from "./describe-materials.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What images of one processor are made from. */
export type Machine = Runtime &
  Readonly<{
    architecture: Architecture;
    /** Finds the folder of a package by its path in package-lock.json; undefined for what this processor has no use for. */
    packageDir: (path: string) => string | undefined;
    /** Describes the distribution's packages that libraries came in, for a bill of materials. */
    describeLibraries: (files: readonly string[]) => Promise<readonly object[]>;
  }>;

/** This machine, whose own Node, packages and libraries an image gets. */
export const THIS_MACHINE: Machine = {
  ...THIS_RUNTIME,
  architecture: architectureOf(),
  packageDir: (path) => join(ROOT, path),
  describeLibraries: describeOwnLibraries,
};
