import { defaultVersion } from "../../../contract/resources/database-engines.ts";
import type { Condition } from "../../../contract/resources/conditions.ts";
import {
  databaseStatus,
  type DatabaseSpec,
  type DatabaseStatus,
} from "../../../contract/resources/database-instance.ts";
import { significanceOf } from "../significance.ts";
import { conditionOf, isTrue, type WantedCondition } from "../conditions.ts";
import { deliveryConditions } from "../deployment/conditions.ts";
import { deriveMovedAt } from "../release/moved-at.ts";
import { driftCondition, driftOf } from "../deployment/drift.ts";
import { formatOptionalTime, parseTime } from "../status-time.ts";
import { formatBaseState, parseBaseState } from "../base-state.ts";
import { laterOf } from "./archive-view.ts";
import type { DatabaseObserved } from "./observe-types.ts";
import { deriveReplicationStatus, deriveRole, lagSignificance } from "./replication.ts";
import { isFilled } from "./source.ts";
import type { DatabasePhase, DatabaseState } from "./state.ts";

/** What the status shows beside the machine's memory. */
export type DatabaseFacts = Readonly<{
  handle: string;
  clusterId: string | undefined;
  gitPath: string | undefined;
  chartVersion: string | undefined;
  requestId: string | undefined;
  connectionHost: string;
  connectionPort: number;
  connectionSecretName: string;
  databaseName: string;
}>;

/** Reads the machine's memory out of a status; an object without one has never been acted on. */
export function parseDatabaseState(status: DatabaseStatus | undefined, nowMs: number): DatabaseState {
  const found: DatabaseStatus = status ?? {};
  return {
    ...parseBaseState<DatabasePhase>(found, "pending", nowMs),
    secretsRevision: found.secretsRevision,
    source: found.source,
    readyAtMs: parseTime(found.readyAt),
    drifted: isTrue(found.conditions, "Drifted"),
  };
}

/** Tells whether a database that was delivered may hold data: one without a generation that was worked on has lost its status, and nobody knows that it never ran. */
export function mayHoldData(status: DatabaseStatus | undefined): boolean {
  return status?.readyAt !== undefined || status?.observedGeneration === undefined;
}

/** Derives the status to store. */
export function deriveDatabaseStatus(
  status: DatabaseStatus | undefined,
  state: DatabaseState,
  observed: DatabaseObserved,
  { facts, nowMs }: Readonly<{ facts: DatabaseFacts; nowMs: number }>,
): DatabaseStatus {
  const { spec } = observed;
  const before = status ?? {};
  const { conditions: shown = [] } = before;
  const wanted = databaseConditions(state, observed, { requestId: facts.requestId, shown, nowMs });
  return {
    ...before,
    ...formatBaseState(state, {
      before: shown,
      wanted,
      generation: observed.generation,
      gitPath: facts.gitPath,
      isTold: isTold(state),
      nowMs,
    }),
    ...lasting(before, { spec, facts, state }),
    ...chartOf(before, facts, { changed: before.observedGeneration !== observed.generation, nowMs }),
    source: state.source,
    ...archive(observed, before),
    ...replication(state, observed, { spec, before }),
    secretsRevision: state.secretsRevision,
    readyAt: formatOptionalTime(state.readyAtMs),
    ...connection(state, observed, { spec, status: before, facts }),
  };
}

/** What is written once, or kept while nothing newer is known. */
function lasting(
  before: DatabaseStatus,
  { spec, facts, state }: Readonly<{ spec: DatabaseSpec; facts: DatabaseFacts; state: DatabaseState }>,
): DatabaseStatus {
  const handle = before.handle ?? facts.handle;
  return {
    handle,
    application: handle,
    requestId: facts.requestId ?? before.requestId,
    clusterId: before.clusterId ?? facts.clusterId,
    engineVersion: spec.engineVersion ?? before.engineVersion ?? versionOf(spec, state),
    databaseName: before.databaseName ?? nameIn(state, spec, facts),
  };
}

/** What is filled from an archive has its version. */
function versionOf(spec: DatabaseSpec, { source }: DatabaseState): string | undefined {
  return source?.engineVersion ?? (isFilled(spec) ? undefined : defaultVersion(spec.engine));
}

/** Before its source is known nobody knows which database it will hold. */
function nameIn({ source }: DatabaseState, spec: DatabaseSpec, facts: DatabaseFacts): string | undefined {
  return isFilled(spec) ? source?.databaseName : facts.databaseName;
}

/** What was seen last stands while nobody can look; where an archive reaches to never goes back, as the statistics of a server that crashed do. */
function archive(observed: DatabaseObserved, before: DatabaseStatus): DatabaseStatus {
  const { engine, archiveFrom } = observed;
  const { restorableFrom, restorableUntil, lastBackupAt } = before;
  if (engine.kind !== "present") return { restorableFrom, restorableUntil, lastBackupAt };
  const { from, until: seen, lastBackupAt: last } = engine.archive ?? {};
  const until = isBacked(observed, before) ? laterOf(seen, restorableUntil) : restorableUntil;
  return { restorableFrom: from ?? archiveFrom, restorableUntil: until, lastBackupAt: last };
}

/** No backup of an older major version leads to what a newer one has written: until the newer has one, nothing new can be restored. */
function isBacked({ spec, backedVersion }: DatabaseObserved, { engineVersion }: DatabaseStatus): boolean {
  return backedVersion === undefined || backedVersion === (spec.engineVersion ?? engineVersion ?? backedVersion);
}

function replication(
  state: DatabaseState,
  { engine, generation }: DatabaseObserved,
  { spec, before }: Readonly<{ spec: DatabaseSpec; before: DatabaseStatus }>,
): DatabaseStatus {
  const seen = engine.kind === "present" ? engine.lagBytes : before.replicationLagBytes;
  const role = deriveRole(spec);
  return {
    replicationRole: state.readyAtMs === undefined ? undefined : role,
    replicationStatus: deriveReplicationStatus(spec, state, generation),
    replicationLagBytes: role === "replica" ? seen : undefined,
  };
}

function chartOf(
  { chartVersion: version, chartMovedAt: movedAt }: DatabaseStatus,
  facts: DatabaseFacts,
  around: Readonly<{ changed: boolean; nowMs: number }>,
): Pick<DatabaseStatus, "chartVersion" | "chartMovedAt"> {
  const chartVersion = facts.chartVersion ?? version;
  return { chartVersion, chartMovedAt: deriveMovedAt({ version, movedAt }, chartVersion, around) };
}

/** Where it is reached is said from when it first served. */
function connection(
  state: DatabaseState,
  { engine }: DatabaseObserved,
  { spec, status, facts }: Readonly<{ spec: DatabaseSpec; status: DatabaseStatus; facts: DatabaseFacts }>,
): DatabaseStatus {
  if (state.readyAtMs === undefined) return {};
  const seen = engine.kind === "present";
  const external = seen ? engine.externalHost : status.externalHost;
  return {
    ...addressOf(engine, status, facts),
    connectionSecretName: facts.connectionSecretName,
    replicas: seen ? engine.ready : status.replicas,
    externalHost: (spec.externalAccess ?? false) ? external : undefined,
  };
}

/** What was seen last stands while nobody can look. */
function addressOf(
  engine: DatabaseObserved["engine"],
  { connectionHost, connectionPort }: DatabaseStatus,
  facts: DatabaseFacts,
): Pick<DatabaseStatus, "connectionHost" | "connectionPort"> {
  const usual = { connectionHost: facts.connectionHost, connectionPort: facts.connectionPort };
  if (engine.kind !== "present")
    return connectionHost === undefined || connectionPort === undefined ? usual : { connectionHost, connectionPort };
  const { endpoint } = engine;
  return endpoint === undefined ? usual : { connectionHost: endpoint.host, connectionPort: endpoint.port };
}

function databaseConditions(
  state: DatabaseState,
  observed: DatabaseObserved,
  { requestId, shown, nowMs }: Readonly<{ requestId: string | undefined; shown: readonly Condition[]; nowMs: number }>,
): WantedCondition[] {
  const current = state.observedGeneration === observed.generation;
  const well = state.phase === "running" && current && !state.stalled;
  const works = !state.stalled && (!current || state.phase !== "running");
  return [
    conditionOf("Ready", well ? "True" : "False", state.reason, state.message),
    conditionOf("Reconciling", works ? "True" : "False", state.reason, state.stalled ? "" : state.message),
    conditionOf("Stalled", state.stalled ? "True" : "False", state.reason, state.stalled ? state.message : ""),
    ...deliveryConditions(state, observed, requestId, nowMs),
    engineCondition(observed, shown),
    driftCondition(state.drifted, observed.application),
  ];
}

/** After a start nobody has looked yet: what was seen last stands. */
function engineCondition({ engine }: DatabaseObserved, shown: readonly Condition[]): WantedCondition {
  const before = shown.find(({ type }) => type === "Healthy");
  if (engine.kind === "unasked" && before !== undefined) return before;
  if (engine.kind !== "present")
    return conditionOf("Healthy", "Unknown", engine.kind === "absent" ? "EngineMissing" : "ClusterUnreachable");
  return conditionOf("Healthy", engine.health === "running" ? "True" : "False", engine.reason, engine.message);
}

const UNTIL_STEP_MS = 5 * 60_000;

/** WAL comes into an archive all the time: where it reaches to is worth a write every five minutes. */
function untilSignificance(until: string | undefined): number | undefined {
  const ms = parseTime(until);
  return ms === undefined ? undefined : Math.floor(ms / UNTIL_STEP_MS);
}

/** Answers the part of a status whose change is worth a write. */
export const databaseSignificance = significanceOf<DatabaseStatus>(databaseStatus, { also: newsOf });

function newsOf({ git, conditions, source, ...status }: DatabaseStatus): unknown[] {
  return [
    // What a wave lets go must be known before Git has it: who does not know it would take it back.
    [git?.commit, git?.contentHash, git?.syncedRevision !== undefined],
    [isTrue(conditions, "Stalled"), isTrue(conditions, "Ready"), driftOf(conditions)],
    conditions?.find(({ type }) => type === "Healthy")?.status,
    source !== undefined,
    untilSignificance(status.restorableUntil),
    lagSignificance(status.replicationLagBytes),
  ];
}

function isTold(state: DatabaseState): boolean {
  if (state.message === "") return false;
  return (
    state.stalled ||
    state.phase === "degraded" ||
    state.reason === "GitUnavailable" ||
    state.reason === "ClusterUnreachable"
  );
}
