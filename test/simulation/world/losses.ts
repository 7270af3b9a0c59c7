import {
  APPLICATIONS,
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  UPGRADE_REQUESTS,
} from "../../../adapters/kubernetes/resource-types.ts";
import type { Pool } from "../../../adapters/postgres/pool.ts";
import { reapplyGit, type RecoveryParts } from "../../../berthctl/reapply-git.ts";
import { ORGANIZATION, type World } from "./world.ts";

const KINDS = [CLUSTERS, DEPLOYMENTS, DATABASE_INSTANCES, DATABASE_BACKUPS, UPGRADE_REQUESTS];

/** Loses all resources of ours, while nobody watches; with `applications` what Argo CD knows too. */
export function loseResources(world: World, { applications = false } = {}): void {
  world.kill();
  for (const type of KINDS) world.management.lose(type);
  if (applications) world.management.lose(APPLICATIONS);
}

/** Loses the statuses of all resources, as when objects are taken over without them. */
export async function loseStatuses(world: World): Promise<void> {
  world.kill();
  for (const type of [CLUSTERS, DEPLOYMENTS, DATABASE_INSTANCES]) {
    for (const { metadata } of (await world.management.list(type)).items)
      await world.management.patch(
        type,
        { namespace: metadata.namespace, name: metadata.name },
        { kind: "merge", body: { status: null } },
        { fieldManager: "disaster", subresource: "status" },
      );
  }
}

/** Makes the resources anew with berthctl's own code; `withStatus` false leaves out what it remembers. */
export async function reapply(world: World, { withStatus = true } = {}): Promise<number> {
  const pool = { query: () => Promise.resolve({ rows: [{ slug: ORGANIZATION.replace(/^org-/, ""), id: "o" }] }) };
  const operators: RecoveryParts["operators"] = withStatus
    ? world.management
    : { get: () => Promise.resolve(undefined), patch: () => Promise.reject(new Error("nobody writes statuses")) };
  return reapplyGit(new Map(Object.entries(world.repository.files())), {
    pool: pool as unknown as Pool,
    client: world.management,
    operators,
    readLeader: () => Promise.resolve(undefined),
    apply: true,
    say: () => undefined,
  });
}
