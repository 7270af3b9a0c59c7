/**
 * Judges from what Kubernetes shows of a deployment's newest pods why they are not ready, in words that its owner has: the
 * image, the program's own end, its limits and probes, room on the nodes, volumes. What takes its time within its own
 * allowance is no trouble, and the first end of a program is none yet.
 */
import { parseTime } from "../status-time.ts";
import { judgeContainer } from "./container-trouble.ts";
import { currentPods } from "./current-pods.ts";
import { plain } from "./last-lines.ts";
import type { ContainerStatus, PodsSeen, PodTrouble, SeenContainer, SeenEvent, SeenPod } from "./pods-seen.ts";

/** Nodes are made for what finds no room; the scheduler says so at once. */
const UNPLACED_MS = 10_000;
const UNPLACED = "Unschedulable";
const MOUNTS: ReadonlySet<string> = new Set(["FailedMount", "FailedAttachVolume"]);

/** Judges one look; undefined while nothing is wrong. Of several troubles the one that waiting cannot help counts. */
export function judgePods(seen: PodsSeen, nowMs: number): PodTrouble | undefined {
  const pods = currentPods(seen);
  const troubles = pods.flatMap((pod) => troublesOf(pod, seen.events, nowMs));
  const found = troubles.find(({ isFinal }) => isFinal) ?? troubles[0];
  const trouble = found ?? (pods.length === 0 ? unmade(seen.events) : undefined);
  return trouble && { ...trouble, message: plain(trouble.message) };
}

function troublesOf(pod: SeenPod, events: readonly SeenEvent[], nowMs: number): readonly PodTrouble[] {
  // The pods of a StatefulSet are made anew under the same name.
  const own = events.filter(({ involvedObject: { uid } }) => uid === pod.metadata.uid);
  const around = { pod: pod.metadata.name, events: own, nowMs };
  const containers = containersOf(pod).map((one) => judgeContainer({ ...around, ...one }));
  const all = [judgePlacing(pod, events, nowMs), ...containers, judgeMounting(pod, own)];
  return all.filter((trouble) => trouble !== undefined);
}

type Container = Readonly<{ status: ContainerStatus; wanted: SeenContainer; isInit: boolean }>;

function containersOf({ spec = {}, status = {} }: SeenPod): readonly Container[] {
  const pair = (
    statuses: readonly ContainerStatus[] = [],
    wanted: readonly SeenContainer[] = [],
    isInit: boolean,
  ): readonly Container[] =>
    statuses.map((one) => ({
      status: one,
      wanted: wanted.find(({ name }) => name === one.name) ?? { name: one.name },
      isInit,
    }));
  return [
    ...pair(status.initContainerStatuses, spec.initContainers, true),
    ...pair(status.containerStatuses, spec.containers, false),
  ];
}

function judgePlacing({ status = {} }: SeenPod, events: readonly SeenEvent[], nowMs: number): PodTrouble | undefined {
  const placed = (status.conditions ?? []).find(({ type, reason }) => type === "PodScheduled" && reason === UNPLACED);
  if (placed?.status !== "False") return undefined;
  const { message = "", lastTransitionTime } = placed;
  if (nowMs - (parseTime(lastTransitionTime ?? undefined) ?? nowMs) < UNPLACED_MS) return undefined;
  if (/persistentvolumeclaim/i.test(message)) return unbound(message, events);
  const told = `No node takes its pods: ${message} Lower what it asks for, or make the cluster larger.`;
  return { reason: UNPLACED, message: told, isFinal: false };
}

/** The scheduler knows only that it is not bound; whoever should bind it says why not. */
function unbound(message: string, events: readonly SeenEvent[]): PodTrouble {
  const said = events.find(({ involvedObject, reason = "" }) => {
    return involvedObject.kind === "PersistentVolumeClaim" && reason.includes("Failed");
  });
  const told = `Its volume is not bound: ${said?.message ?? message}. The pods start by themselves once it is.`;
  return { reason: "VolumeUnbound", message: told, isFinal: false };
}

/** Once images are pulled the volumes are there. */
function judgeMounting({ status = {} }: SeenPod, events: readonly SeenEvent[]): PodTrouble | undefined {
  const waits = (status.containerStatuses ?? []).some(({ state }) => state?.waiting?.reason === "ContainerCreating");
  const newest = events.find(({ reason = "" }) => MOUNTS.has(reason) || reason === "Pulling");
  if (!waits || newest === undefined || newest.reason === "Pulling") return undefined;
  const message = `A volume cannot be mounted: ${newest.message ?? ""}`;
  return { reason: "VolumeNotMounted", message, isFinal: false };
}

/** No pod at all: whoever makes them is refused, by a quota or by what a namespace admits. */
function unmade(events: readonly SeenEvent[]): PodTrouble | undefined {
  const refused = events.find(({ reason }) => reason === "FailedCreate");
  if (refused === undefined) return undefined;
  return { reason: "PodsRefused", message: `Its pods are refused: ${refused.message ?? ""}`, isFinal: false };
}
