import { clusterResource } from "./cluster.ts";
import { backupResource } from "./database-backup.ts";
import { databaseResource } from "./database-instance.ts";
import type { ResourceDefinition } from "./definition.ts";
import { deploymentResource } from "./deployment.ts";
import { upgradeResource } from "./upgrade-request.ts";

/** Lists every custom resource, in the order in which docs and charts show them. */
export const RESOURCES: readonly ResourceDefinition[] = [
  clusterResource,
  deploymentResource,
  databaseResource,
  upgradeResource,
  backupResource,
];
