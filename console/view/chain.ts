import type { Output } from "../../client/operation-types.ts";
import { duration } from "./times.ts";

type Told = Output<"getDeploymentStatus">;
type State = Told["steps"][number]["state"];

/** One link of the chain as it is drawn. */
export type Link = Readonly<{
  name: string;
  state: State;
  /** When it came to that state. */
  at: string | null;
  /** How long it took after the one before. */
  took: string | null;
  /** What it made: the request, the commit. */
  made: string | null;
  /** What is wrong and what to do next. */
  message: string | null;
  retryAt: string | null;
}>;

const SHORT = 10;

/** Makes the chain of the newest change: the request, what the platform made of it, and whether it can be reached. */
export function chainOf(told: Told): readonly Link[] {
  const made: Readonly<Record<string, string | null>> = {
    committed: told.commit?.slice(0, SHORT) ?? null,
    synced: told.synced_revision?.slice(0, SHORT) ?? null,
  };
  const steps = told.steps.map(({ step, state, since, message, next_retry_at: retryAt }) => ({
    name: step,
    state,
    at: since,
    took: null,
    retryAt,
    made: state === "done" ? (made[step] ?? null) : null,
    message: state === "done" ? null : message,
  }));
  const links = [requestLink(told), ...steps, ...reachedLink(told)];
  return links.map((link, index) => ({ ...link, took: tookAfter(links[index - 1], link) }));
}

/** Names the change that the chain is about in one sentence. */
export function chainSentence(links: readonly Link[]): string {
  const failed = links.find(({ state }) => state === "failed");
  if (failed !== undefined) return `It stopped before it was ${failed.name}.`;
  if (links.some(({ name, state }) => state === "unknown" && name !== "reachable"))
    return "Nobody has looked at it for five minutes.";
  const running = links.find(({ state }) => state === "running" || state === "waiting");
  return running === undefined ? "The newest change is in place." : `On its way: not yet ${running.name}.`;
}

function requestLink({ request_id: id, generation }: Told): Link {
  const made = id ?? `change ${generation}`;
  return { name: "requested", state: "done", at: null, took: null, made, message: null, retryAt: null };
}

const REACHED = { yes: "done", no: "failed", unknown: "unknown" } as const;

/** Only of what has a public address. */
function reachedLink({ reachable }: Told): Link[] {
  if (reachable === null) return [];
  const { state: told, since, message } = reachable;
  const state = REACHED[told];
  const said = state === "done" ? null : message;
  return [{ name: "reachable", state, at: since, took: null, made: null, message: said, retryAt: null }];
}

/** Only between two that are done, in the order of the chain: a step may have been so since long before this change. */
function tookAfter(before: Link | undefined, { at, state }: Link): string | null {
  if (before?.at == null || at === null || state !== "done") return null;
  const ms = Date.parse(at) - Date.parse(before.at);
  return ms < 0 ? null : duration(0, ms);
}
