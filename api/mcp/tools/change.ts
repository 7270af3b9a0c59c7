import { z } from "zod";
import { createDatabaseBackup } from "../../../contract/rest/database-backups.ts";
import { restoreDatabase } from "../../../contract/rest/database-restore.ts";
import {
  restartDeployment,
  startDeployment,
  stopDeployment,
  syncDeployment,
} from "../../../contract/rest/deployment-actions.ts";
import { createDeploymentPreview, extendDeployment } from "../../../contract/rest/deployment-previews.ts";
import { promoteDeployment } from "../../../contract/rest/deployment-promotion.ts";
import { rollbackDeployment } from "../../../contract/rest/deployment-revisions.ts";
import { createDeployment, updateDeployment } from "../../../contract/rest/deployments.ts";
import { planThenDo } from "../plan-then-do.ts";
import { environmentOf, type Variable } from "../shown-resource.ts";
import { recordId } from "./inputs.ts";
import { read } from "./look.ts";

const variable = z.strictObject({
  name: z.string().min(1).max(256),
  value: z.string().max(4_096).optional().describe("A literal that is no secret"),
  secret_ref: z.string().max(253).optional().describe("Name of a secret whose value is used"),
});
/** Members that a change may have; the operation judges them. */
const settings = {
  docker_image: z.string().max(500).optional(),
  replicas: z.int().min(0).max(1_000).optional(),
  container_port: z.int().min(1).max(65_535).optional(),
  cpu_request: z.number().optional().describe("Cores per pod"),
  memory_request_mb: z.int().optional(),
  custom_domain: z.string().max(253).optional(),
};
const deploymentId = { deployment_id: recordId };

export const deploy = planThenDo({
  name: "deploy",
  title: "Deploy an application",
  description: "Makes a deployment of a container image on a cluster.",
  scope: "deployments:write",
  kind: "deployment",
  destroys: false,
  makesAnother: true,
  input: {
    name: z.string().min(1).max(40),
    cluster_id: recordId,
    app_type: z.string().max(32).default("web_app"),
    ...settings,
    environment_variables: z.array(variable).max(100).optional(),
  },
  operation: () => createDeployment,
  prepare: (_agent, input) => Promise.resolve({ input: { body: input } }),
});

export const changeDeployment = planThenDo({
  name: "change_deployment",
  title: "Change a deployment",
  description: "Changes image, replicas, port, resources, domain or single variables of a deployment; all else stays.",
  scope: "deployments:write",
  kind: "deployment",
  destroys: true,
  input: {
    ...deploymentId,
    ...settings,
    set_variables: z.array(variable).max(100).optional().describe("Adds or replaces these"),
    unset_variables: z.array(z.string().max(256)).max(100).optional().describe("Removes these, by name"),
  },
  operation: () => updateDeployment,
  async prepare(agent, { deployment_id, set_variables: set, unset_variables: unset, ...body }) {
    const before = await read(agent, "deployment", deployment_id);
    const environment =
      set === undefined && unset === undefined
        ? {}
        : { environment_variables: mergeVariables(environmentOf(before.body), set ?? [], unset ?? []) };
    const headers: Record<string, string> = before.etag === undefined ? {} : { "if-match": before.etag };
    return { before, input: { path: { deployment_id }, body: { ...body, ...environment }, headers } };
  },
});

/** The interface replaces the environment as a whole; agents do not see its values, so they name what changes. */
function mergeVariables(all: readonly Variable[], set: readonly object[], unset: readonly string[]): object[] {
  const replaced = new Set([...unset, ...set.map((one) => (one as Variable).name)]);
  return [...all.filter(({ name }) => !replaced.has(name)), ...set];
}

const ACTIONS = {
  restart: restartDeployment,
  stop: stopDeployment,
  start: startDeployment,
  sync: syncDeployment,
} as const;

export const operateDeployment = planThenDo({
  name: "operate_deployment",
  title: "Restart, stop, start or sync a deployment",
  description: "Restarts, stops or starts the pods of a deployment, or delivers it anew (sync).",
  scope: "deployments:write",
  kind: "deployment",
  destroys: true,
  input: { ...deploymentId, action: z.enum(["restart", "stop", "start", "sync"]) },
  operation: ({ action }) => ACTIONS[action],
  prepare: async (agent, { deployment_id }) => ({
    before: await read(agent, "deployment", deployment_id),
    input: { path: { deployment_id } },
  }),
});

export const rollBack = planThenDo({
  name: "roll_back",
  title: "Return to an earlier revision",
  description: "Brings back the configuration of an earlier revision of a deployment (list_revisions).",
  scope: "deployments:write",
  kind: "deployment",
  destroys: true,
  input: { ...deploymentId, revision: z.int().min(1) },
  operation: () => rollbackDeployment,
  prepare: async (agent, { deployment_id, revision }) => ({
    before: await read(agent, "deployment", deployment_id),
    input: { path: { deployment_id }, body: { revision } },
  }),
});

export const promote = planThenDo({
  name: "promote",
  title: "Promote a deployment to another cluster",
  description:
    "Makes a copy of a deployment's configuration on another cluster of the same organization; moves no data.",
  scope: "deployments:write",
  kind: "deployment",
  destroys: false,
  makesAnother: true,
  input: { ...deploymentId, target_cluster_id: recordId, new_name: z.string().min(1).max(40).optional() },
  operation: () => promoteDeployment,
  prepare: async (agent, { deployment_id, ...body }) => ({
    before: await read(agent, "deployment", deployment_id),
    input: { path: { deployment_id }, body },
  }),
});

const previewSeconds = z.int().describe("Seconds from now until it is deleted, a minute to 30 days");

export const makePreview = planThenDo({
  name: "make_preview",
  title: "Make a preview of a deployment",
  description:
    "Makes a deployment beside another one, with another image and an address of its own, that is deleted at its time.",
  scope: "deployments:write",
  kind: "deployment",
  destroys: false,
  makesAnother: true,
  input: {
    ...deploymentId,
    name: z.string().min(1).max(40),
    image: z.string().max(500),
    ttl: previewSeconds,
    environment_variables: z.array(variable).max(100).optional().describe("Those that are other than the source's"),
  },
  operation: () => createDeploymentPreview,
  prepare: async (agent, { deployment_id, ...body }) => ({
    before: await read(agent, "deployment", deployment_id),
    input: { path: { deployment_id }, body },
  }),
});

export const extendPreview = planThenDo({
  name: "extend_preview",
  title: "Give a preview another time",
  description: "Counts the time of a preview anew, from now.",
  scope: "deployments:write",
  kind: "deployment",
  destroys: false,
  input: { ...deploymentId, ttl: previewSeconds },
  operation: () => extendDeployment,
  prepare: async (agent, { deployment_id, ...body }) => ({
    before: await read(agent, "deployment", deployment_id),
    input: { path: { deployment_id }, body },
  }),
});

export const backUp = planThenDo({
  name: "back_up",
  title: "Back up a database",
  description: "Makes a backup of a database now.",
  scope: "databases:write",
  kind: "database",
  destroys: false,
  input: { database_id: recordId },
  operation: () => createDatabaseBackup,
  prepare: async (agent, { database_id }) => ({
    before: await read(agent, "database", database_id),
    input: { path: { database_id }, body: { backup_type: "full" } },
  }),
});

export const restore = planThenDo({
  name: "restore",
  title: "Restore a database into a new one",
  description: "Makes a new database of a backup or of a moment (restore_window); the old one stays as it is.",
  scope: "databases:write",
  kind: "database",
  destroys: false,
  makesAnother: true,
  input: {
    database_id: recordId,
    new_name: z.string().min(1).max(40),
    backup_id: recordId.optional(),
    point_in_time: z.string().max(40).optional().describe("Such as 2026-11-21T10:15:00Z"),
  },
  operation: () => restoreDatabase,
  prepare: async (agent, { database_id, ...body }) => ({
    before: await read(agent, "database", database_id),
    input: { path: { database_id }, body },
  }),
});
