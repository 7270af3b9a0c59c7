import { clientErrors, clientOperations, clientTypes } from "./client-types.ts";
import { writeGenerated } from "./generated-file.ts";

/** Writes the generated part of the client (client/generated); with --check it fails when it is stale. */
writeGenerated("client/generated/paths.ts", await clientTypes());
writeGenerated("client/generated/operations.ts", clientOperations());
writeGenerated("client/generated/error-status.ts", clientErrors());
