import { z } from "zod";
import { CHAIN_STEPS, getDeploymentStatus, STEP_STATES } from "../../../contract/rest/deployment-status.ts";
import { listDeploymentEvents, streamDeploymentLogs } from "../../../contract/rest/deployment-observation.ts";
import { listDeploymentRevisions } from "../../../contract/rest/deployment-revisions.ts";
import { listDatabaseBackups } from "../../../contract/rest/database-backups.ts";
import { DEPLOYMENT_PHASES } from "../../../contract/resources/deployment-spec.ts";
import type { Agent, CallAnswer, Tool, ToolAnswer } from "../agent.ts";
import { settleParts } from "../settle-parts.ts";
import { itemsOf, pick, showResource } from "../shown-resource.ts";
import { cursor, pageSentence, recordId } from "./inputs.ts";
import { read } from "./look.ts";

type Body = CallAnswer["body"];
const LINES_MAX = 200;
const LINE_MAX = 500;
const EVENTS = ["type", "source", "reason", "message", "object_kind", "object_name", "count", "last_seen_at"];

const deploymentInput = z.strictObject({ deployment_id: recordId });

export const whyNotRunning: Tool = {
  name: "why_not_running",
  title: "Why is it not running",
  description:
    "Tells all that is known of a deployment that does not run: how far its newest change has come, its conditions, events of platform and cluster, and the last lines that its pods wrote.",
  input: deploymentInput,
  scope: "deployments:read",
  async run(agent, path: z.infer<typeof deploymentInput>): Promise<ToolAnswer> {
    const { body } = await read(agent, "deployment", path.deployment_id);
    const { parts, said } = await settleParts({
      chain: async () => (await agent.call(getDeploymentStatus, { path })).body["steps"],
      events: async () => eventsOf((await agent.call(listDeploymentEvents, { path, query: { limit: 40 } })).body),
      "last lines": () => linesOf(agent, { ...path, lines: 30 }),
    });
    return {
      said: [...summary(body, parts["chain"]), ...said],
      data: { deployment: showResource("deployment", body), ...parts },
    };
  },
};

/** Only words of ours: what a step says of itself may quote others. */
function summary({ status }: Body, chain: unknown): string[] {
  const phase = DEPLOYMENT_PHASES.find((one) => one === status) ?? "unknown";
  const steps = (Array.isArray(chain) ? chain : []) as readonly { step?: unknown; state?: unknown }[];
  const open = steps.find(({ state }) => state !== "done");
  const step = CHAIN_STEPS.find((one) => one === open?.step);
  const state = STEP_STATES.find((one) => one === open?.state);
  if (step === undefined || state === undefined) return [`Status: ${phase}.`];
  return [`Status: ${phase}. The newest change stands at "${step}": ${state}.`];
}

function eventsOf(body: Body): unknown[] {
  return itemsOf(body, "events").map((event) => pick(event, EVENTS));
}

type Wanted = Readonly<{ deployment_id: string; lines: number } & Narrowed>;
type Narrowed = Readonly<Omit<z.infer<typeof logInput>, "deployment_id" | "lines">>;

async function linesOf(agent: Agent, { deployment_id: id, lines, ...query }: Wanted): Promise<string[]> {
  const input = { path: { deployment_id: id }, query: { ...query, tail: lines, timestamps: true } };
  const { text } = await agent.call(streamDeploymentLogs, input);
  const all = text.split("\n").filter((line) => line !== "");
  return all.slice(-lines).map((line) => (line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)}…` : line));
}

const logInput = z.strictObject({
  deployment_id: recordId,
  lines: z.int().min(1).max(LINES_MAX).default(60).describe("Most lines, the newest"),
  pod: z.string().min(1).max(253).optional(),
  container: z.string().min(1).max(63).optional(),
  since: z.string().max(35).optional().describe("Only what is younger: 90s, 15m, 2h, or a time with its zone"),
  until: z.string().max(35).optional().describe("Only what is older, in the same way; reads the platform's log store"),
  q: z.string().min(1).max(256).optional().describe("Only lines with this text; reads the platform's log store"),
  history: z.boolean().optional().describe("Reads the platform's log store: also lines of pods that are gone"),
});

export const readLogs: Tool = {
  name: "read_logs",
  title: "Read logs",
  description:
    "Reads the newest lines that the pods of a deployment wrote, also of pods that are gone where the platform keeps them. Applications write what they like into them.",
  input: logInput,
  scope: "deployments:read",
  async run(agent, { deployment_id, lines, ...narrowed }: z.infer<typeof logInput>): Promise<ToolAnswer> {
    const found = await linesOf(agent, { deployment_id, lines, ...narrowed });
    return { said: [`${found.length} lines.`], data: { lines: found } };
  },
};

const revisionsInput = z.strictObject({ deployment_id: recordId, cursor });

export const listRevisions: Tool = {
  name: "list_revisions",
  title: "Revisions",
  description: "Lists what was delivered of a deployment, newest first; any of them can be returned to.",
  input: revisionsInput,
  scope: "deployments:read",
  async run({ call }, { deployment_id, cursor: after }: z.infer<typeof revisionsInput>): Promise<ToolAnswer> {
    const { body } = await call(listDeploymentRevisions, {
      path: { deployment_id },
      query: { limit: 20, cursor: after },
    });
    const revisions = itemsOf(body, "revisions").map((one) =>
      pick(one, ["revision", "author", "message", "created_at", "commit", "request_id"]),
    );
    return { said: [`${revisions.length} revisions.`, ...pageSentence(body["next_cursor"])], data: { revisions } };
  },
};

const windowInput = z.strictObject({ database_id: recordId, cursor });

export const restoreWindow: Tool = {
  name: "restore_window",
  title: "What can be restored",
  description: "Tells from when to when a database can be restored, and lists its backups, 20 at a time.",
  input: windowInput,
  scope: "databases:read",
  async run(agent, { database_id, cursor: after }: z.infer<typeof windowInput>): Promise<ToolAnswer> {
    const database = await read(agent, "database", database_id);
    const { body } = await agent.call(listDatabaseBackups, {
      path: { database_id },
      query: { limit: 20, cursor: after },
    });
    const shown = [
      "id",
      "status",
      "status_reason",
      "backup_type",
      "trigger",
      "completed_at",
      "expires_at",
      "size_bytes",
    ];
    const backups = itemsOf(body, "backups").map((one) => pick(one, shown));
    const window = pick(database.body, ["name", "restorable_from", "restorable_until", "last_backup_at"]);
    return { said: [`${backups.length} backups.`, ...pageSentence(body["next_cursor"])], data: { ...window, backups } };
  },
};
