import { formatDatabaseSchema } from "../render/database-chart-values.ts";
import { formatWorkloadSchema } from "../render/workload-values.ts";
import { writeGenerated } from "./generated-file.ts";

writeGenerated("charts/workload/values.schema.json", formatWorkloadSchema());
writeGenerated("charts/database/values.schema.json", formatDatabaseSchema());
