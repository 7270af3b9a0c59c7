/*
 * Decides for a workload that was imported and waits for its first sync. Until somebody asks for that, nothing of what runs
 * on the cluster is changed, and nothing here asks for a sync:
 *
 * 1. the cluster's API server is asked whether it would take the objects, and what they would change; nothing is stored there;
 * 2. the files are committed, with an Application that does not sync by itself;
 * 3. once Argo CD has compared, it rests: running while the live workload is healthy, stopped otherwise.
 */
import { STAGED } from "../../../contract/resources/staged-import.ts";
import { SETTLED, assertNever, wait } from "../decision.ts";
import { stay } from "../moves.ts";
import { commit, remember } from "./commit.ts";
import { enter, type DeploymentDecision } from "./moves.ts";
import type { DeploymentEffect, DeploymentObserved, ReviewView } from "./observe-types.ts";
import { deriveProgress } from "./progress.ts";
import type { ApplicationView, PresentApplication, DeploymentState } from "./state.ts";

const REVIEW_POLL_MS = 200;
const UNREACHABLE_MS = 15_000;
/** Argo CD knows the health of what it has just met after a moment. */
const HEALTH_WAIT_MS = 15_000;
const HEALTH_POLL_MS = 1_000;
/** People change what runs: what a sync would do is looked at anew. */
export const REVIEW_EVERY_MS = 60_000;

type Input = Readonly<{ state: DeploymentState; observed: DeploymentObserved; nowMs: number }>;

/** Decides the next step of a staged import. */
export function nextStaged(input: Input): DeploymentDecision {
  const { observed, nowMs } = input;
  const decision = reviewed(input);
  if (decision !== undefined) return decision;
  const told = { ...input.state, message: "", stalled: false, unhealthySinceMs: undefined };
  const uncommitted = commit({ state: { ...told, reason: "Committing" }, observed, nowMs });
  if (uncommitted !== undefined) return uncommitted;
  const state = remember(told, observed);
  const { application } = observed;
  if (hasCompared(application)) return rest({ state, observed, nowMs }, application);
  const progress = deriveProgress(observed, nowMs, undefined);
  if (progress.kind === "moving" && !progress.lasts)
    return stay({ ...state, reason: "Delivering" }, progress.message, progress.outcome, progress.effects);
  const { reason, message } =
    progress.kind !== "delivered" ? progress : { reason: "Comparing", message: "Argo CD has not compared yet" };
  return stay({ ...state, reason, message, stalled: true }, message, wait(UNREACHABLE_MS, reason));
}

/** Whether it is in sync is not asked: it is not meant to be. */
function hasCompared(application: ApplicationView): application is PresentApplication {
  if (application.kind === "absent") return false;
  const { current, compared, revision, sync } = application;
  return current && compared && revision === "reached" && sync !== "Unknown";
}

/** Undefined once the cluster was seen to take the objects. */
function reviewed({ state, observed, nowMs }: Input): DeploymentDecision | undefined {
  const review: ReviewView = observed.review ?? { kind: "unneeded" };
  const ask: readonly DeploymentEffect[] = [{ kind: "reviewAdoption" }];
  const seen = { ...state, observedGeneration: observed.generation };
  switch (review.kind) {
    case "unneeded":
    case "accepted":
      return undefined;
    case "unknown":
      return stay(state, "Asking the cluster's API server", wait(REVIEW_POLL_MS, "Reviewing"), ask);
    case "unreachable": {
      const message = "The cluster does not answer, so the objects cannot be checked yet; it is tried again.";
      const told = { ...state, reason: "ClusterUnreachable", message, stalled: true };
      return stay(told, message, wait(UNREACHABLE_MS, "ClusterUnreachable"), ask);
    }
    case "refused": {
      const note = { reason: "WorkloadRefused", message: review.message, stalled: true, why: review.message };
      // From error the arrow to failed leads through provisioning.
      const decision = enter(seen, state.phase === "error" ? "provisioning" : "failed", nowMs, note);
      return { ...decision, outcome: wait(REVIEW_EVERY_MS, "WorkloadRefused"), effects: lookAgain(review, nowMs) };
    }
    default:
      return assertNever(review);
  }
}

function lookAgain(review: ReviewView, nowMs: number): readonly DeploymentEffect[] {
  if (review.kind !== "accepted" && review.kind !== "refused") return [];
  return nowMs - review.atMs >= REVIEW_EVERY_MS ? [{ kind: "reviewAdoption" }] : [];
}

function rest(input: Input, { health }: PresentApplication): DeploymentDecision {
  const { state, observed, nowMs } = input;
  if (mayBecomeHealthy(input, health))
    return stay({ ...state, reason: "Delivering" }, `Health ${health}`, wait(HEALTH_POLL_MS, "AwaitingHealth"));
  const isHealthy = health === "Healthy";
  const arrived = { ...state, observedGeneration: observed.generation };
  const why = isHealthy ? "The live workload is healthy; a sync takes it over" : "A sync takes it over";
  const review: ReviewView = observed.review ?? { kind: "unneeded" };
  return {
    ...enter(arrived, isHealthy ? "running" : "stopped", nowMs, { reason: STAGED, why }),
    effects: lookAgain(review, nowMs),
    outcome: review.kind === "unneeded" ? SETTLED : wait(REVIEW_EVERY_MS, STAGED),
  };
}

const KNOWN_HEALTH = new Set(["Healthy", "Missing", "Degraded"]);

function mayBecomeHealthy({ state, nowMs }: Input, health: string): boolean {
  if (state.reason === STAGED || KNOWN_HEALTH.has(health)) return false;
  return nowMs - Math.max(state.git?.committedAtMs ?? nowMs, state.phaseSinceMs) < HEALTH_WAIT_MS;
}
