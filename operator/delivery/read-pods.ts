import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { EVENTS, PODS, REPLICA_SETS, STATEFUL_SETS, WORKLOADS } from "../../adapters/kubernetes/resource-types.ts";
import type { PodsSeen, PodTrouble, SeenContainer, SeenEvent, SeenPod } from "../machines/deployment/pods-seen.ts";

/** Where the pods of a deployment are, and which of a namespace that others share are its own. */
export type PodPlace = Readonly<{ namespace: string; labelSelector: string | undefined; prefix: string | undefined }>;

type Reader = Pick<KubeClient, "list">;
type Event = KubeObject &
  SeenEvent &
  Readonly<{ lastTimestamp?: string | null; eventTime?: string | null; series?: { lastObservedTime?: string } }>;

const TIMEOUT_MS = 10_000;
const EVENTS_MAX = 300;
const LOG_LINES = 5;
const LOG_BYTES = 4_096;

/** Reads what is to be known of the pods in a namespace; of each object only what is judged. */
export async function readPods(client: Reader, place: PodPlace): Promise<PodsSeen> {
  const { labelSelector } = place;
  const [pods, replicaSets, deployments, statefulSets, events] = await Promise.all([
    list(client, PODS, place, { slim: slimPod, labelSelector }),
    list(client, REPLICA_SETS, place, { slim: slimMeta }),
    list(client, WORKLOADS, place, { slim: slimMeta }),
    list(client, STATEFUL_SETS, place, { slim: slimMeta }),
    list(client, EVENTS, place, { slim: slimEvent }),
  ]);
  return {
    pods: pods as unknown as readonly SeenPod[],
    replicaSets,
    workloads: [...deployments, ...statefulSets],
    events: (events as unknown as readonly (SeenEvent & { at: string })[])
      .toSorted((one, other) => (one.at < other.at ? 1 : -1))
      .slice(0, EVENTS_MAX),
  };
}

/** Reads the last lines that a run left; nothing where they are gone. */
export async function readLastLines(
  client: Pick<KubeClient, "stream">,
  { namespace }: Pick<PodPlace, "namespace">,
  { pod, container, isPrevious }: NonNullable<PodTrouble["run"]>,
): Promise<string> {
  const query = new URLSearchParams({ container, tailLines: String(LOG_LINES), limitBytes: String(LOG_BYTES) });
  if (isPrevious) query.set("previous", "true");
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/log?${query.toString()}`;
  try {
    const body = await client.stream(path, AbortSignal.timeout(TIMEOUT_MS));
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= LOG_BYTES) break;
    }
    return Buffer.concat(parts).subarray(0, LOG_BYTES).toString("utf8");
  } catch {
    return "";
  }
}

type Slim = (object: KubeObject) => KubeObject;

async function list(
  client: Reader,
  type: ResourceType,
  { namespace, prefix }: PodPlace,
  { slim, labelSelector }: Readonly<{ slim: Slim; labelSelector?: string | undefined }>,
): Promise<readonly KubeObject[]> {
  const options = { namespace, slim, timeoutMs: TIMEOUT_MS, ...(labelSelector === undefined ? {} : { labelSelector }) };
  const { items } = await client.list(type, options);
  return prefix === undefined ? items : items.filter((object) => isOwn(object, prefix));
}

function isOwn(object: KubeObject, prefix: string): boolean {
  const name = (object as unknown as Partial<SeenEvent>).involvedObject?.name ?? object.metadata.name;
  return name === prefix || name.startsWith(`${prefix}-`);
}

function slimMeta({ metadata, ...rest }: KubeObject): KubeObject {
  const { name, uid, generation, deletionTimestamp, labels, annotations, ownerReferences } = metadata;
  const kept = { name, uid, generation, deletionTimestamp, labels, annotations, ownerReferences };
  return { metadata: kept, ...("status" in rest ? { status: rest["status"] } : {}) };
}

function slimPod(pod: KubeObject & SeenPod): KubeObject {
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const spec = { containers: containers.map(slimContainer), initContainers: initContainers.map(slimContainer) };
  const { conditions, initContainerStatuses, containerStatuses } = pod.status ?? {};
  return { ...slimMeta(pod), spec, status: { conditions, initContainerStatuses, containerStatuses } };
}

function slimContainer({ name, image, resources, readinessProbe }: SeenContainer): SeenContainer {
  return {
    name,
    ...(image === undefined ? {} : { image }),
    ...(resources === undefined ? {} : { resources }),
    ...(readinessProbe === undefined ? {} : { readinessProbe }),
  };
}

function slimEvent(object: KubeObject): KubeObject {
  const { metadata, involvedObject, reason, message, lastTimestamp, eventTime, series } = object as Event;
  const at = series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? "";
  return { metadata: { name: metadata.name }, involvedObject, reason, message, at };
}
