import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { CLUSTER_TRAITS } from "../../contract/resources/cluster-traits.ts";
import { DEPLOYMENT_TRAITS, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { sleepAt } from "../../contract/sleep.ts";
import { traitsOf } from "../../contract/resources/phase-traits.ts";
import type { ObjectChange } from "../../render/plan/plan-objects.ts";

/** What a person should know before a change of a deployment; each says one thing in one sentence. */
export type Body = Readonly<Record<string, unknown>>;

/** Warns of a cluster that takes nothing at the moment. */
export function clusterWarnings(cluster: Pick<StoredResource, "status"> | undefined): string[] {
  if (cluster === undefined || traitsOf(CLUSTER_TRAITS, cluster.status).live) return [];
  return [`The cluster is ${cluster.status}: delivery begins when it is running.`];
}

const NO_INGRESS =
  "An Ingress that it brings leads nobody to it: to this cluster requests come by routes that the platform writes on its host, for names of applications of the platform's own chart.";

/** Warns of what brings its own way in to a shared cluster on whose host no Ingress of a tenant is written. */
export function ingressWarnings(cluster: Pick<StoredResource, "body"> | undefined, bringsOwn: boolean): string[] {
  const { tier, provider, routing } = cluster?.body ?? {};
  const isRoutedOnHost = tier === "shared" && provider !== "local" && routing === "gateway";
  return isRoutedOnHost && bringsOwn ? [NO_INGRESS] : [];
}

/** Warns that backups that are asked for are not made: there is nowhere to keep them. */
export function backupWarnings({ backups }: Body, keepsBackups: boolean): string[] {
  if (keepsBackups || (backups as Body | null | undefined)?.["enabled"] !== true) return [];
  return ["The platform keeps no backups of deployments: none are made."];
}

/** Warns of what becomes of the volumes of a copy, which begin empty. */
export function volumeWarnings({ volumes = [], storageSizeGb }: Partial<DeploymentSpec>, warning: string): string[] {
  return volumes.length > 0 || storageSizeGb !== undefined ? [warning] : [];
}

/** Warns that what is compared with is not there yet. */
export function underWayWarnings(before: Body | undefined): string[] {
  if (before === undefined || !traitsOf(DEPLOYMENT_TRAITS, String(before["status"])).coming) return [];
  return ["An earlier change is still being delivered; the plan compares with what that one comes to."];
}

/** Warns that pods are replaced, and when nobody answers meanwhile. */
export function restartWarnings(changes: readonly ObjectChange[], after: Body): string[] {
  const restarted = changes.filter(({ restart }) => restart);
  if (restarted.length === 0) return [];
  const alone = restarted.some(({ kind }) => kind === "Deployment") && mounts(after).length > 0;
  return [
    alone
      ? "Its pod restarts; because of its volumes the old one goes before the new one comes, and nobody answers meanwhile."
      : "Its pods restart, one after the other.",
  ];
}

/** Warns that a command runs before anything else changes. */
export function releaseWarnings(changes: readonly ObjectChange[]): string[] {
  const runs = changes.some(({ kind, action }) => kind === "Job" && action === "create");
  return runs ? ["Its release command runs first; where it fails, what runs now stays."] : [];
}

/** Says when a deployment with a schedule sleeps or wakes next. */
export function sleepWarnings(spec: DeploymentSpec, nowMs: number): string[] {
  const seen = sleepAt(spec, nowMs);
  if (seen === undefined) return [];
  const turnsAt = new Date(seen.turnsMs).toISOString();
  return [
    seen.isDown
      ? `It sleeps until ${turnsAt}: no pods run, and it does not answer until then or until it is started.`
      : `It sleeps next at ${turnsAt}: its pods go until it wakes, or is started.`,
  ];
}

/** Warns that a number of pods is the autoscaler's to choose. */
export function autoscalingWarnings({ config, replicas, stopped }: Body): string[] {
  const scaling = (config as Body | null | undefined)?.["autoscaling"] as Body | null | undefined;
  if (typeof scaling !== "object" || scaling === null || scaling["enabled"] === false || stopped === true) return [];
  const { min_replicas: least, max_replicas: most } = scaling;
  if (typeof replicas !== "number" || typeof least !== "number") return [];
  return [`replicas is not used: config.autoscaling keeps between ${least} and ${String(most)} pods.`];
}

/** Warns that another image may run once newer images are looked for, or no longer. */
export function imageWarnings(before: Body, after: Body): string[] {
  const [was, is] = [isAutomated(before), isAutomated(after)];
  if (!was && !is) return [];
  const running = before["docker_image_running"];
  if (was && IMAGE_MEMBERS.some((member) => !isSame(before[member], after[member])))
    return [
      `What image automation has found is forgotten${typeof running === "string" ? ` (${running} runs now)` : ""}: ${String(after["docker_image"])} runs, until a newer image is found.`,
    ];
  return was === is ? [] : ["Newer images are looked for from now on; one that is found replaces the pods."];
}

const IMAGE_MEMBERS = ["docker_image", "image_update_strategy", "image_updates_held"] as const;
const isSame = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null);

function isAutomated(body: Body): boolean {
  const strategy = body["image_update_strategy"] ?? "none";
  return body["app_type"] !== "helm" && strategy !== "none" && body["image_updates_held"] !== true;
}

/** Warns that a promotion brings what was asked for, not what image automation or a rollback made of it. */
export function promotedImageWarnings(
  source: Body,
  { dockerImage, imageUpdateStrategy }: Partial<DeploymentSpec>,
): string[] {
  const running = source["docker_image_running"];
  const isFound = isAutomated(source) && typeof running === "string" && running !== source["docker_image"];
  const isGoingOn = source["image_updates_held"] === true && (imageUpdateStrategy ?? "none") !== "none";
  return [
    ...(isFound && dockerImage === source["docker_image"]
      ? [
          `It begins with ${dockerImage}, not with ${running}, which image automation has found and the source runs: overrides.docker_image brings that.`,
        ]
      : []),
    ...(isGoingOn
      ? [
          "A rollback holds newer images of the source, and none there: overrides.image_update_strategy none keeps them away.",
        ]
      : []),
  ];
}

/** Names the mounts whose claims would stay behind. */
export function keptVolumeWarnings(before: Body | undefined, after: Body | undefined): string[] {
  const kept = new Set(after === undefined ? [] : mounts(after));
  return mounts(before ?? {})
    .filter((path) => !kept.has(path))
    .map((path) => `The volume at ${path} is kept; repeat with delete_volumes=true on deletion to remove it.`);
}

function mounts(body: Body): string[] {
  const volumes = (body["volumes"] ?? []) as readonly Readonly<{ path: string }>[];
  const own = volumes.map(({ path }) => path);
  return own.length === 0 && typeof body["storage_size_gb"] === "number" ? ["/data"] : own;
}
