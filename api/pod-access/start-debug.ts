/*
 * Puts a container of the platform's debug image beside a container of a pod, for images without a shell (docs/adr/0094):
 * 1. it is added to the pod, whose API server judges it as it judges every pod;
 * 2. it runs, which may take as long as its image;
 * 3. the input of its one process is held open. When that ends, also because this gateway died, the process ends, and all that
 *    was run in the container with it.
 */
import type { WebSocket } from "ws";
import { isConflict, isKubernetesAway, KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { PODS } from "../../adapters/kubernetes/resource-types.ts";
import { BerthError } from "../../contract/errors.ts";
import { FIELD_MANAGERS } from "../../contract/identity.ts";
import { EXEC_PROTOCOL } from "../../contract/rest/pod-access.ts";
import type { StreamClock } from "../events/event-hub.ts";
import { debugPatch, isDebugRunning, type DebuggedPod, type DebugWish } from "./debug-container.ts";
import type { PodPlace } from "./find-pod.ts";

/** A container that was added: where it is, and what keeps it. */
type StartedDebug = Readonly<{ place: PodPlace; holder: WebSocket }>;

type Parts = Readonly<{ client: Pick<KubeClient, "get" | "patch" | "dial">; clock: StreamClock; signal: AbortSignal }>;

const START_MS = 60_000;
const LOOK_EVERY_MS = 500;
const TRIES = 3;
const OPTIONS = { fieldManager: FIELD_MANAGERS.api, subresource: "ephemeralcontainers" } as const;

/** Adds a debug container and waits until it runs. */
export async function startDebug(
  parts: Parts,
  place: PodPlace,
  { name, image, seconds }: Omit<DebugWish, "container">,
): Promise<StartedDebug> {
  const { namespace, pod, container } = place;
  await add(parts, place, { name, image, seconds, container });
  await untilRunning(parts, place, name);
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/attach?container=${name}&stdin=true&stdout=false&stderr=false&tty=false`;
  const holder = await parts.client.dial(path, EXEC_PROTOCOL, parts.signal);
  // Nothing comes from it but its end, which the command's own socket has too.
  holder.on("error", () => undefined).resume();
  return { place: { namespace, pod, container: name }, holder };
}

async function add({ client }: Parts, { namespace, pod: name }: PodPlace, wish: DebugWish): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const pod = await client.get<DebuggedPod>(PODS, { namespace, name });
    if (pod === undefined) throw new BerthError("no_pod_running");
    try {
      await client.patch(PODS, { namespace, name }, { kind: "json", body: debugPatch(pod, wish) }, OPTIONS);
      return;
    } catch (error) {
      if (!isOutdated(error) || tries === TRIES) throw refused(error);
    }
  }
}

/** A `test` of a JSON patch that does not hold is answered 422. */
function isOutdated(error: unknown): boolean {
  return isConflict(error) || (error instanceof KubeError && error.status === 422);
}

function refused(error: unknown): unknown {
  return error instanceof KubeError && !isKubernetesAway(error)
    ? new BerthError("debug_unavailable", {
        publicMessage: "The cluster's rules for pods refuse the debug container.",
        cause: error,
      })
    : error;
}

async function untilRunning({ client, clock, signal }: Parts, place: PodPlace, name: string): Promise<void> {
  const endMs = clock.monotonicMs() + START_MS;
  const ref = { namespace: place.namespace, name: place.pod };
  while (!isDebugRunning(await client.get<DebuggedPod>(PODS, ref), name)) {
    signal.throwIfAborted();
    if (clock.monotonicMs() >= endMs)
      throw new BerthError("debug_unavailable", {
        publicMessage: "The debug container did not start within a minute; try again, its image may be there by then.",
      });
    await new Promise<void>((resolve) => clock.setTimeout(resolve, LOOK_EVERY_MS));
  }
}
