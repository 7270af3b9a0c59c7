import { readFileSync } from "node:fs";
import { BACKUP_EDGES } from "../operator/machines/backup/state.ts";
import { CLUSTER_EDGES } from "../operator/machines/cluster/state.ts";
import { DATABASE_EDGES } from "../operator/machines/database/state.ts";
import { DEPLOYMENT_EDGES } from "../operator/machines/deployment/state.ts";
import { UPGRADE_EDGES } from "../operator/machines/upgrade/state.ts";
import { writeGenerated } from "./generated-file.ts";
import { stateDiagram, withDiagram } from "./state-diagram.ts";

const first = ["pending"];
const DIAGRAMS = {
  "docs/guides/cluster-life.md": {
    cluster: stateDiagram(CLUSTER_EDGES, { first, labels: { "error pending": "retry" } }),
    "upgrade request": stateDiagram(UPGRADE_EDGES, { first }),
  },
  "docs/guides/deployments.md": {
    deployment: stateDiagram(DEPLOYMENT_EDGES, { first: ["pending", "promoting"] }),
  },
  "docs/guides/databases.md": {
    database: stateDiagram(DATABASE_EDGES, { first }),
    backup: stateDiagram(BACKUP_EDGES, { first }),
  },
};

for (const [path, diagrams] of Object.entries(DIAGRAMS)) {
  const guide = readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
  const drawn = Object.entries(diagrams).reduce((text, [name, diagram]) => withDiagram(text, name, diagram), guide);
  writeGenerated(path, drawn);
}
