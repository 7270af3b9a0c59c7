import { formatWorkloadSchema } from "../render/workload-values.ts";
import { writeGenerated } from "./generated-file.ts";

writeGenerated("charts/workload/values.schema.json", formatWorkloadSchema());
