import type { Schemas } from "../client/main.ts";
import type { Means } from "./means.ts";
import { FailedChange } from "./output/explain-fault.ts";
import { waitUntil } from "./wait-until.ts";

type Chain = Schemas["DeploymentStatusResponse"];
type Deployment = Schemas["DeploymentResponse"];

const SIGNS = { done: "✓", running: "…", failed: "✗", waiting: "·", unknown: "?" } as const;

/** The change that is followed: a deployment, and the generation that the change made. */
type FollowedChange = Readonly<{ id: string; name: string; generation: number; timeout: string }>;

/** Reads the generation that a write made, or a newer one, from its ETag. */
export function generationOf(etag: string | undefined): number {
  return Number(/^(?:W\/)?"([0-9]+)\./.exec(etag ?? "")?.[1] ?? 1);
}

/** Shows the chain as it moves until the change is through; throws where it failed, or the time is over. */
export async function followChange(
  means: Means,
  { id, name, generation, timeout }: FollowedChange,
): Promise<Deployment> {
  const path = { deployment_id: id };
  const last = await waitUntil(means, { id: "getDeploymentStatus", input: { path }, name, timeout }, (chain) => {
    if (chain === undefined) return false;
    means.out.progress(`${name}: ${formatChain(chain)}`);
    if (chain.generation < generation) return false;
    const isOver = endOf(chain) !== undefined;
    if (!isOver) tellHeldUp(means, name, chain);
    return isOver;
  });
  if (last !== undefined && endOf(last) === "failed") {
    const fault = last.steps.find(({ state }) => state === "failed");
    throw new FailedChange(
      `${name} failed at "${fault?.step ?? last.status}": ${fault?.message ?? "see berth status"}`,
    );
  }
  return means.berth.getDeployment({ path });
}

/** Whoever waits can mend it meanwhile; a pipeline has it in its log. */
function tellHeldUp({ out }: Means, name: string, { steps }: Chain): void {
  const held = steps.find(({ state }) => state === "failed");
  if (held !== undefined)
    out.news(`${name} is held up before it is ${held.step}: ${held.message ?? "no reason is told"}`);
}

/** Tells how a change has ended; undefined while it is under way. */
export function endOf({ steps, status }: Pick<Chain, "steps" | "status">): "done" | "failed" | undefined {
  if (steps.every(({ state }) => state === "done")) return "done";
  const isDelivered = steps.find(({ step }) => step === "synced")?.state === "done";
  if (status === "stopped" && isDelivered) return "done";
  const isFailed = steps.some(({ state }) => state === "failed");
  return isFailed && (status === "failed" || status === "error") ? "failed" : undefined;
}

/** Formats the chain as one line. */
export function formatChain({ steps }: Pick<Chain, "steps">): string {
  return steps.map(({ step, state }) => `${step} ${SIGNS[state]}`).join("  ");
}
