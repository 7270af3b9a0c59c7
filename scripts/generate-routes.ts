import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { writeGenerated } from "./generated-file.ts";
import { formatRoutes } from "./route-list.ts";

/** Writes api/routes/all.ts from the files of the handlers; with --check it fails when the list is stale. */
const files = globSync("*/*.ts", { cwd: fileURLToPath(new URL("../api/routes", import.meta.url)) });
writeGenerated("api/routes/all.ts", formatRoutes(files));
