import { formatDatabaseSchema } from "../render/charts/database-chart-values.ts";
import { formatWorkloadSchema } from "../render/charts/workload-values.ts";
import { writeGenerated } from "./generated-file.ts";

writeGenerated("charts/workload/values.schema.json", formatWorkloadSchema());
writeGenerated("charts/database/values.schema.json", formatDatabaseSchema());
