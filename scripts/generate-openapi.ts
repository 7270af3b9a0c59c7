import { OPERATIONS } from "../contract/rest/all.ts";
import { writeGenerated } from "./generated-file.ts";
import { openapiDocument } from "./openapi-document.ts";

/** Writes api/openapi.json from the operations of contract/rest; with --check it fails when the file is stale. */
writeGenerated("api/openapi.json", `${JSON.stringify(openapiDocument(OPERATIONS), null, 2)}\n`);
