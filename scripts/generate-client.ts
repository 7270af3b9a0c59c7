import { clientTypes } from "./client-types.ts";
import { writeGenerated } from "./generated-file.ts";

/** Writes the types that the tests' client of openapi-fetch is made with; with --check it fails when they are stale. */
writeGenerated("test/client/paths.ts", await clientTypes());
