import { z } from "zod";
import { getMe } from "../../../contract/rest/auth.ts";
import { listAudit } from "../../../contract/rest/audit.ts";
import { getClusterBundle } from "../../../contract/rest/cluster-bundle.ts";
import { getCluster, listClusters } from "../../../contract/rest/clusters.ts";
import { getDatabase, listDatabases } from "../../../contract/rest/databases.ts";
import { getDeployment, listDeployments } from "../../../contract/rest/deployments.ts";
import { listClusterNodes } from "../../../contract/rest/upgrades.ts";
import type { Agent, CallAnswer, Tool, ToolAnswer } from "../agent.ts";
import { itemsOf, pick, SHOWN_KINDS, showBrief, showResource, type ShownKind } from "../shown-resource.ts";
import { settleParts } from "../settle-parts.ts";
import { cursor, pageSentence, recordId } from "./inputs.ts";

type Body = CallAnswer["body"];

const LISTS = {
  deployment: [listDeployments, "deployments"],
  database: [listDatabases, "databases"],
  cluster: [listClusters, "clusters"],
} as const;
const READS = {
  deployment: [getDeployment, "deployment_id"],
  database: [getDatabase, "database_id"],
  cluster: [getCluster, "cluster_id"],
} as const;

/** Reads one resource as the interface has it. */
export function read(agent: Agent, kind: ShownKind, id: string): Promise<CallAnswer> {
  const [operation, parameter] = READS[kind];
  return agent.call(operation, { path: { [parameter]: id } });
}

export const whoAmI: Tool = {
  name: "who_am_i",
  title: "Who am I",
  description: "Says for which person this application acts, in which organizations, and what it may do.",
  input: z.strictObject({}),
  scope: undefined,
  async run({ caller, call }): Promise<ToolAnswer> {
    const { body } = await call(getMe);
    const organizations = itemsOf(body, "organizations").map((one) => pick(one, ["id", "name", "slug", "role"]));
    const { scopes, application, limitOrganizationId } = caller.user;
    return {
      said: [
        `Scopes: ${(scopes ?? []).join(" ")}`,
        limitOrganizationId === null ? "All organizations of the person." : "Limited to one organization.",
      ],
      data: { person: pick(body, ["id", "email", "name"]), application: application?.name, organizations },
    };
  },
};

const findInput = z.strictObject({
  kind: z.enum(SHOWN_KINDS),
  name: z.string().min(1).max(60).optional().describe("Beginning of the name"),
  status: z.string().max(32).optional().describe("Such as running, failed, error, pending, provisioning, stopped"),
  cluster_id: recordId.optional().describe("Only on this cluster; not for clusters"),
  organization_id: recordId.optional(),
  cursor,
});

export const find: Tool = {
  name: "find",
  title: "Find",
  description: "Finds deployments, databases or clusters by name, status, cluster or organization; 25 at a time.",
  input: findInput,
  scope: undefined,
  async run({ call }, { kind, name, ...filter }: z.infer<typeof findInput>): Promise<ToolAnswer> {
    const [operation, member] = LISTS[kind];
    const { body } = await call(operation, { query: { ...filter, q: name, limit: 25 } });
    const items = itemsOf(body, member).map((one) => showBrief(kind, one));
    return { said: [`${items.length} found.`, ...pageSentence(body["next_cursor"])], data: { [member]: items } };
  },
};

const describeInput = z.strictObject({ kind: z.enum(SHOWN_KINDS), id: recordId });

export const describe: Tool = {
  name: "describe",
  title: "Describe",
  description:
    "Shows a deployment, database or cluster: what is wanted, what is, its conditions. No values of variables.",
  input: describeInput,
  scope: undefined,
  async run(agent, { kind, id }: z.infer<typeof describeInput>): Promise<ToolAnswer> {
    const { body } = await read(agent, kind, id);
    return { said: [`This is a ${kind}.`], data: showResource(kind, body) };
  },
};

const clusterInput = z.strictObject({ cluster_id: recordId });

export const clusterHealth: Tool = {
  name: "cluster_health",
  title: "Health of a cluster",
  description:
    "Tells all of a cluster at once: status, conditions, nodes, components of the platform that are not well.",
  input: clusterInput,
  scope: "clusters:read",
  async run(agent, path: z.infer<typeof clusterInput>): Promise<ToolAnswer> {
    const { body } = await read(agent, "cluster", path.cluster_id);
    const { parts, said } = await settleParts({
      nodes: async () => itemsOf((await agent.call(listClusterNodes, { path })).body, "nodes"),
      components: async () =>
        itemsOf((await agent.call(getClusterBundle, { path })).body, "components").filter(isUnwell),
    });
    return {
      said: ["Of the components only those are shown that are not as wanted.", ...said],
      data: { cluster: showResource("cluster", body), ...parts },
    };
  },
};

function isUnwell({ applied, skipped }: Body): boolean {
  return applied !== true && skipped !== true;
}

const changesInput = z.strictObject({
  organization: z.string().min(1).max(60).describe("Slug of the organization"),
  target_id: recordId.optional().describe("Only what was done to this thing"),
  outcome: z.enum(["succeeded", "refused", "failed"]).optional(),
  cursor,
});

export const recentChanges: Tool = {
  name: "recent_changes",
  title: "Recent changes",
  description: "Lists who did what in an organization, newest first, 30 at a time; for its administrators.",
  input: changesInput,
  scope: "organizations:read",
  async run({ call }, { organization, ...query }: z.infer<typeof changesInput>): Promise<ToolAnswer> {
    const { body } = await call(listAudit, { path: { slug: organization }, query: { ...query, limit: 30 } });
    const shown = ["at", "action", "outcome", "principal", "application", "actor_user_id", "target_kind", "target_id"];
    const entries = itemsOf(body, "entries").map((one) => pick(one, [...shown, "request_id"]));
    return { said: [`${entries.length} entries.`, ...pageSentence(body["next_cursor"])], data: { entries } };
  },
};
