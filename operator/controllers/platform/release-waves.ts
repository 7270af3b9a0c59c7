/**
 * Brings a newer release of the platform's charts to what runs already, wave by wave (machines/release/plan-wave.ts):
 *
 * 1. what is in the caches says how each object stands to the release;
 * 2. the plan says who is next; they are let go, and their own passes render them anew;
 * 3. their status says when they moved: all that is remembered here can be lost.
 */
import { DATABASE_INSTANCES, DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import { DEPLOYMENT_TRAITS } from "../../../contract/resources/deployment-spec.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import { SETTLED, wait, type Outcome } from "../../machines/decision.ts";
import { judgeArrival } from "../../machines/release/judge-arrival.ts";
import { planWave, type ReleaseObject, type WavePlan } from "../../machines/release/plan-wave.ts";
import { parseTime } from "../../machines/status-time.ts";
import type { Clock } from "../../runtime/clock.ts";
import { clusterKeyOf, type DatabaseObject, type DeploymentObject } from "../../resources/objects.ts";
import type { Caches } from "../../resources/caches.ts";
import { databaseKey, deploymentKey } from "../../resources/handles.ts";
import type { ReleaseGate } from "../delivered/target.ts";
import type { EventRecorder } from "../shared/event-recorder.ts";
import type { DeliverySettings } from "../shared/delivery-settings.ts";

/** How far a release of a chart has come. */
export type ReleaseProgress = Readonly<{
  chart: "workload" | "database";
  counts: Readonly<Record<ReleaseObject["state"], number>>;
  stopped: boolean;
}>;

/** Hears how far a release has come. */
export type ReleaseObserver = (progress: ReleaseProgress) => void;

type Options = Readonly<{
  caches: Pick<Caches, "clusters" | "deployments" | "databases">;
  settings: Pick<DeliverySettings, "chartVersion" | "databaseChartVersion">;
  events: Pick<EventRecorder, "record">;
  clock: Clock;
  logger: Logger;
  /** Queues an object's own pass. */
  requeue: (key: string) => void;
  observe?: ReleaseObserver | undefined;
}>;

const MOVING_MS = 5_000;
const STOPPED_MS = 60_000;

/** Lets objects have a newer release when it is their turn. */
export class ReleaseWaves implements ReleaseGate {
  readonly #options: Options;
  readonly #granted = new Set<string>();
  readonly #told = new Map<string, string>();

  constructor(options: Options) {
    this.#options = options;
  }

  mayMove(key: string): boolean {
    return this.#granted.has(key);
  }

  /** Plans the next wave of each chart; settled once everybody has the release. */
  reconcile(): Outcome {
    const { caches } = this.#options;
    const deployments = caches.deployments.list().flatMap((object) => this.#ofDeployment(object) ?? []);
    const databases = caches.databases.list().flatMap((object) => this.#ofDatabase(object) ?? []);
    const plans = [this.#plan("workload", deployments), this.#plan("database", databases)];
    if (plans.some(({ kind }) => kind === "moving")) return wait(MOVING_MS, "ReleaseMoving");
    return plans.some(({ kind }) => kind === "stopped") ? wait(STOPPED_MS, "ReleaseStopped") : SETTLED;
  }

  #plan(chart: ReleaseProgress["chart"], objects: readonly ReleaseObject[]): WavePlan {
    for (const { key, state } of objects) if (state !== "waiting") this.#granted.delete(key);
    const plan = planWave(objects, this.#granted, this.#options.clock.nowMs());
    this.#options.observe?.({ chart, counts: countStates(objects), stopped: plan.kind === "stopped" });
    if (plan.kind === "stopped") this.#tell(chart, plan);
    else this.#told.delete(chart);
    for (const key of plan.kind === "moving" ? plan.move : []) {
      this.#granted.add(key);
      this.#options.requeue(key);
    }
    return plan;
  }

  /** Says once why nobody else is moved, and to each that failed that it is the reason. */
  #tell(chart: ReleaseProgress["chart"], { failed, moved }: Extract<WavePlan, { kind: "stopped" }>): void {
    const { logger, events, caches } = this.#options;
    const why = `${failed.length} of ${moved} failed with it`;
    if (this.#told.get(chart) !== why)
      logger.error("A release of a chart stopped", { chart, why, failed: failed.slice(0, 20) });
    this.#told.set(chart, why);
    const message = `The platform's ${chart} chart is brought to nobody else: ${why}, this one too. It goes on once they are mended, or with a newer release.`;
    const note = { type: "Warning", reason: "ReleaseStopped", message } as const;
    for (const key of failed) {
      const [kind, ...rest] = key.split("/");
      const ref = rest.join("/");
      const isDatabase = kind === "DatabaseInstance";
      const object = isDatabase ? caches.databases.get(ref) : caches.deployments.get(ref);
      if (object !== undefined) events.record(isDatabase ? DATABASE_INSTANCES : DEPLOYMENTS, object, note);
    }
  }

  #ofDeployment(object: DeploymentObject): ReleaseObject | undefined {
    const { spec, status = {} } = object;
    // A chart of somebody else knows no release of ours; what is staged follows nothing before its first sync.
    if (spec.appType === "helm" || isStaged(spec)) return undefined;
    const { version, movedAt } = status.delivery ?? {};
    const { phase, phaseSince, unhealthySince } = status;
    const well = traitsOf(DEPLOYMENT_TRAITS, phase).rests && unhealthySince === undefined;
    const target = this.#options.settings.chartVersion;
    const illSince = well ? undefined : (unhealthySince ?? phaseSince);
    const failed = phase === "failed";
    return this.#stateOf(object, deploymentKey(object), { version, movedAt, target, well, failed, illSince });
  }

  #ofDatabase(object: DatabaseObject): ReleaseObject | undefined {
    const { phase, chartVersion: version, chartMovedAt: movedAt, conditions = [] } = object.status ?? {};
    const target = this.#options.settings.databaseChartVersion;
    // Servers that are replaced are degraded for a while; what stays so does not arrive.
    const ready = conditions.find(({ type }) => type === "Ready");
    const illSince = ready?.status === "False" ? ready.lastTransitionTime : undefined;
    const [well, failed] = [phase === "running", phase === "error"];
    return this.#stateOf(object, databaseKey(object), { version, movedAt, target, well, failed, illSince });
  }

  #stateOf(object: DeploymentObject | DatabaseObject, key: string, facts: Facts): ReleaseObject | undefined {
    if (object.metadata.deletionTimestamp !== undefined || facts.version === undefined) return undefined;
    const { channel, runs } = this.#clusterOf(object);
    const one = { key, channel };
    const rests = facts.well && object.status?.observedGeneration === object.metadata.generation;
    const moved = ofMoved(one, object, { ...facts, well: rests }, this.#options.clock.nowMs());
    if (facts.version === facts.target) return moved;
    // Whom an earlier wave has broken is the first to want a newer release.
    return { ...one, state: runs && (rests || moved?.state === "failed") ? "waiting" : "unfit" };
  }

  #clusterOf(
    object: DeploymentObject | DatabaseObject,
  ): Readonly<{ channel: ReleaseObject["channel"]; runs: boolean }> {
    const { spec, status } = this.#options.caches.clusters.get(clusterKeyOf(object)) ?? {};
    return { channel: spec?.componentBundleVersion ?? "latest", runs: status?.phase === "running" };
  }
}

function ofMoved(
  one: Pick<ReleaseObject, "key" | "channel">,
  { status }: DeploymentObject | DatabaseObject,
  { movedAt, failed, well, illSince }: Facts,
  nowMs: number,
): ReleaseObject | undefined {
  const movedAtMs = parseTime(movedAt);
  if (movedAtMs === undefined) return undefined;
  const rests = well && isDelivered(status?.git, movedAtMs);
  const arrival = { movedAtMs, rests, failed, illSinceMs: parseTime(illSince), reason: status?.statusReason };
  return { ...one, state: judgeArrival(arrival, nowMs), movedAtMs };
}

/** Whether a commit came through that is no older than the move; commits know whole seconds only. */
function isDelivered(git: NonNullable<DeploymentObject["status"]>["git"], movedAtMs: number): boolean {
  const { committedAt = "", syncedRevision } = git ?? {};
  return syncedRevision !== undefined && Date.parse(committedAt) >= Math.floor(movedAtMs / 1_000) * 1_000;
}

type Facts = Readonly<{
  version: string | undefined;
  movedAt: string | undefined;
  target: string;
  well: boolean;
  failed: boolean;
  /** Since when it has not been well. */
  illSince: string | undefined;
}>;

function countStates(objects: readonly ReleaseObject[]): ReleaseProgress["counts"] {
  const counts = { waiting: 0, unfit: 0, moving: 0, moved: 0, failed: 0 };
  for (const { state } of objects) counts[state] += 1;
  return counts;
}
