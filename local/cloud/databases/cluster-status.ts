import { isDeepStrictEqual } from "node:util";
import { instanceNames } from "./owned-objects.ts";
import type { InstancePlan, PostgresCluster } from "./instance-plan.ts";

/** Names the phases in CloudNativePG's own words. */
export const PHASES = {
  settingUp: "Setting up primary",
  healthy: "Cluster in healthy state",
  waiting: "Waiting for the instances to become active",
  restarting: "Primary instance is being restarted in-place",
  upgrading: "Upgrading cluster",
  promoting: "Promoting to primary cluster",
  unrecoverable: "Cluster is unrecoverable and needs manual intervention",
  invalid: "Invalid cluster definition",
  plugin: "Cluster cannot proceed to reconciliation due to an error while interacting with plugins",
} as const;

type Condition = Readonly<{
  type: string;
  status: string;
  reason: string;
  message: string;
  lastTransitionTime?: string;
}>;

/** What is known of an instance when its status is told. */
export type InstanceFacts = Readonly<{
  phase: string;
  phaseReason?: string;
  serving: boolean;
  /** Whether it ever served. */
  initialized: boolean;
  archiving?: Readonly<{ working: boolean; message: string }> | undefined;
  lastBackup?: Readonly<{ succeeded: boolean; message: string }> | undefined;
  timeline?: number | undefined;
  systemId?: string | undefined;
  /** Version of the server that really runs. */
  version: string;
  nowMs: number;
}>;

/** Derives the status of a Cluster as CloudNativePG 1.30 writes it. */
export function deriveClusterStatus(
  object: PostgresCluster,
  plan: InstancePlan | undefined,
  facts: InstanceFacts,
): object {
  const instances = plan === undefined ? [] : instanceNames({ object, plan });
  const ready = facts.serving ? instances.length : 0;
  const { name } = object.metadata;
  return {
    phase: facts.phase,
    phaseReason: facts.phaseReason ?? "",
    instances: instances.length,
    readyInstances: ready,
    instanceNames: instances,
    // Null takes a member away: the patch merges.
    instancesStatus: { healthy: facts.serving ? instances : null, failed: facts.serving ? null : instances },
    healthyPVC: instances,
    pvcCount: instances.length,
    writeService: `${name}-rw`,
    readService: `${name}-r`,
    ...(plan === undefined ? {} : { image: plan.image }),
    ...(facts.initialized ? { currentPrimary: `${name}-1`, targetPrimary: `${name}-1` } : {}),
    ...(facts.timeline === undefined ? {} : { timelineID: facts.timeline }),
    ...(facts.systemId === undefined ? {} : { systemID: facts.systemId }),
    conditions: deriveConditions(object, plan, facts),
  };
}

function deriveConditions(object: PostgresCluster, plan: InstancePlan | undefined, facts: InstanceFacts): Condition[] {
  const known = (object.status?.["conditions"] ?? []) as readonly Condition[];
  const wanted: Condition[] = [
    facts.serving
      ? { type: "Ready", status: "True", reason: "ClusterIsReady", message: "Cluster is Ready" }
      : { type: "Ready", status: "False", reason: "ClusterIsNotReady", message: "Cluster Is Not Ready" },
    facts.initialized
      ? {
          type: "Initialized",
          status: "True",
          reason: "BootstrapCompleted",
          message: "The cluster has been bootstrapped",
        }
      : {
          type: "Initialized",
          status: "False",
          reason: "BootstrapPending",
          message: "The cluster is being bootstrapped",
        },
    ...deriveArchiving(facts),
    ...deriveLastBackup(facts),
    ...(plan === undefined ? [] : [...deriveHibernation(plan), ...deriveSimulated(plan, facts.version)]),
  ];
  return wanted.map((condition) => dated(condition, known, facts.nowMs));
}

function deriveArchiving({ archiving }: InstanceFacts): Condition[] {
  if (archiving === undefined) return [];
  const { working, message } = archiving;
  const reason = working ? "ContinuousArchivingSuccess" : "ContinuousArchivingFailing";
  return [{ type: "ContinuousArchiving", status: working ? "True" : "False", reason, message }];
}

function deriveLastBackup({ lastBackup }: InstanceFacts): Condition[] {
  if (lastBackup === undefined) return [];
  const { succeeded, message } = lastBackup;
  const reason = succeeded ? "LastBackupSucceeded" : "LastBackupFailed";
  return [{ type: "LastBackupSucceeded", status: succeeded ? "True" : "False", reason, message }];
}

function deriveHibernation({ hibernated }: InstancePlan): Condition[] {
  if (!hibernated) return [];
  return [
    { type: "cnpg.io/hibernation", status: "True", reason: "Hibernated", message: "Cluster has been hibernated" },
  ];
}

/** Says where the server differs from what was asked for. */
function deriveSimulated({ instances, image }: InstancePlan, version: string): Condition[] {
  const [asked = ""] = /(?<=:)[0-9.]+/.exec(image) ?? [];
  const differences = [
    ...(version === "" || version.startsWith(asked) ? [] : [`PostgreSQL ${version} stands for ${asked}`]),
    ...(instances > 1 ? [`one server stands for ${instances}`] : []),
  ];
  if (differences.length === 0) return [];
  return [{ type: "Simulated", status: "True", reason: "Simulated", message: differences.join("; ") }];
}

/** A condition keeps its date until its status changes. */
function dated(condition: Condition, known: readonly Condition[], nowMs: number): Condition {
  const before = known.find(({ type, status }) => type === condition.type && status === condition.status);
  const now = new Date(nowMs).toISOString().replace(/\.\d+Z$/, "Z");
  return { ...condition, lastTransitionTime: before?.lastTransitionTime ?? now };
}

/** Tells whether a status already has every member of another. */
export function hasStatus(known: Readonly<Record<string, unknown>> | undefined, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) =>
    isDeepStrictEqual(withoutNulls(known?.[name]), withoutNulls(value)),
  );
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
