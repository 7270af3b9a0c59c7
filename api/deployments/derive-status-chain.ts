import { retryAfterMs } from "../../contract/resources/deployment-retries.ts";
import { CHAIN_STEPS, type DeploymentStatusResponse } from "../../contract/rest/deployment-status.ts";
import type { DeploymentResponse } from "../../contract/rest/deployments.ts";

type Step = DeploymentStatusResponse["steps"][number];
type Condition = DeploymentResponse["conditions"][number];

/** What the chain is derived from: what a read of the deployment shows. */
export type Seen = Readonly<{
  body: Pick<DeploymentResponse, "id" | "status" | "conditions" | "git_path" | "endpoint_url">;
  generation: number;
  observedAt: Date | null;
}>;

const UNKNOWN_AFTER_MS = 5 * 60_000;
const TYPES = {
  accepted: "Accepted",
  rendered: "Rendered",
  committed: "Committed",
  synced: "Synced",
  healthy: "Healthy",
};
/** These say that a step goes on; any other reason of a step that is not done says what went wrong. */
const GOES_ON = new Set([
  "Accepted",
  "ClusterNotFound",
  "ClusterNotReady",
  "Committing",
  "ApplicationMissing",
  "Syncing",
  "Progressing",
  "Suspended",
  "Unknown",
  "StagedForImport",
]);

/**
 * Derives the status chain (docs/adr/0024) from the conditions: one story, told twice. The first step that is not
 * done is the one that runs or failed; what comes after it waits, whatever older changes have left there.
 */
export function deriveStatusChain({ body, generation, observedAt }: Seen, nowMs: number): DeploymentStatusResponse {
  const isSeen = observedAt !== null && nowMs - observedAt.getTime() < UNKNOWN_AFTER_MS;
  const steps = isSeen ? knownSteps(body, generation, nowMs) : CHAIN_STEPS.map((step) => plain(step, "unknown"));
  const told = (type: string): string | null => toldBy(body.conditions, generation, type);
  return {
    id: body.id,
    status: body.status,
    generation,
    request_id: told("Accepted"),
    content_hash: told("Rendered"),
    commit: told("Committed"),
    git_path: body.git_path,
    synced_revision: told("Synced"),
    steps,
    reachable: reachOf(body, isSeen),
    observed_at: observedAt === null ? null : observedAt.toISOString(),
  };
}

const REACHED = { True: "yes", False: "no", Unknown: "unknown" } as const;

/** It is told beside the chain: a change is through without it, and it may end to hold long after. */
function reachOf(
  { conditions, endpoint_url: url }: Seen["body"],
  isSeen: boolean,
): DeploymentStatusResponse["reachable"] {
  const told = conditions.find(({ type }) => type === "Reachable");
  if (told === undefined || url === null) return null;
  const { status, reason, message, last_transition_time: since, observed_generation: generation } = told;
  const state = isSeen ? REACHED[status] : "unknown";
  return { url, state, generation, since, reason, message: orNull(message) };
}

function knownSteps({ conditions, status }: Seen["body"], generation: number, nowMs: number): Step[] {
  if (status === "deleting") return CHAIN_STEPS.map((step) => plain(step, "waiting"));
  const stalled = conditions.find(({ type, status: is }) => type === "Stalled" && is === "True");
  let isTurnOver = false;
  return CHAIN_STEPS.map((step) => {
    if (isTurnOver) return plain(step, "waiting");
    const condition = currentOf(conditions, generation, TYPES[step]);
    const known = stepOf(step, condition, { stalled, nowMs });
    isTurnOver = known.state !== "done";
    return known;
  });
}

function stepOf(
  step: Step["step"],
  condition: Condition | undefined,
  { stalled, nowMs }: Readonly<{ stalled: Condition | undefined; nowMs: number }>,
): Step {
  if (condition === undefined) return plain(step, step === "accepted" ? "running" : "waiting");
  const since = condition.last_transition_time;
  if (condition.status === "True") return { ...plain(step, "done"), since, reason: condition.reason };
  // Whatever holds the deployment up holds up the step whose turn it is.
  const cause = stalled ?? condition;
  if (stalled === undefined && GOES_ON.has(condition.reason))
    return { ...plain(step, "running"), since, reason: condition.reason, message: orNull(condition.message) };
  const next = nextRetry(cause, nowMs);
  return { step, state: "failed", since, reason: cause.reason, message: orNull(cause.message), next_retry_at: next };
}

/** Passes come in even distances from the fault on. */
function nextRetry({ reason, last_transition_time: since }: Condition, nowMs: number): string | null {
  const everyMs = retryAfterMs(reason);
  if (everyMs === undefined) return null;
  const sinceMs = Date.parse(since);
  const passes = Math.floor(Math.max(0, nowMs - sinceMs) / everyMs) + 1;
  return new Date(sinceMs + passes * everyMs).toISOString();
}

/** A condition of an older generation is no news of this one. */
function currentOf(conditions: readonly Condition[], generation: number, type: string): Condition | undefined {
  return conditions.find((one) => one.type === type && one.observed_generation === generation);
}

/** What is done says of what: the request, the hash, the commit, the revision. */
function toldBy(conditions: readonly Condition[], generation: number, type: string): string | null {
  const condition = currentOf(conditions, generation, type);
  return condition?.status === "True" ? orNull(condition.message) : null;
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}

function plain(step: Step["step"], state: Step["state"]): Step {
  return { step, state, since: null, reason: null, message: null, next_retry_at: null };
}
