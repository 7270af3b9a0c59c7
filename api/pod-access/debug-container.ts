import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { BerthError } from "../../contract/errors.ts";

type Identity = Readonly<{ runAsUser?: number }>;
type State = Readonly<{ waiting?: Readonly<{ reason?: string }>; running?: object; terminated?: object }>;

/** A pod as far as a container is added to it. */
export type DebuggedPod = KubeObject &
  Readonly<{
    spec?: Readonly<{
      securityContext?: Identity;
      containers?: readonly Readonly<{ name: string; securityContext?: Identity }>[];
      ephemeralContainers?: readonly Readonly<{ name: string }>[];
    }>;
    status?: Readonly<{
      phase?: string;
      ephemeralContainerStatuses?: readonly Readonly<{ name: string; state?: State }>[];
    }>;
  }>;

/** What is to be added: to which container's processes it belongs, and how long it may be there. */
export type DebugWish = Readonly<{ name: string; image: string; container: string; seconds: number }>;

/** They stay in the pod for as long as that is there, and a pod is one object. */
const DEBUGS_MAX = 32;
const PREFIX = "berth-debug-";
/** Belongs to nobody; an image that says no user would be root. */
const NOBODY = 65_532;
const PULL_FAULTS: ReadonlySet<string> = new Set(["ErrImagePull", "ImagePullBackOff", "InvalidImageName"]);

/** Names a container that is added, by an id of its own: a name in a pod is never used twice. */
export function debugName(id: string): string {
  return `${PREFIX}${id.replaceAll("-", "").slice(-12)}`;
}

/**
 * Makes the patch that adds it: never root, without capabilities, volumes or environment, so that the strictest level of Pod
 * Security takes it whatever the workload may. Its one process only waits for the end of its input.
 */
export function debugPatch(pod: DebuggedPod, wish: DebugWish): readonly object[] {
  const { ephemeralContainers: there = [] } = pod.spec ?? {};
  if (there.filter(({ name }) => name.startsWith(PREFIX)).length >= DEBUGS_MAX)
    throw new BerthError("debug_unavailable", {
      publicMessage: `The pod has had ${DEBUGS_MAX} debug containers, which stay with it; restart the deployment, or name another pod.`,
    });
  const { name, image, container: targetContainerName, seconds } = wish;
  const added = {
    name,
    image,
    targetContainerName,
    command: ["timeout", String(seconds), "cat"],
    stdin: true,
    stdinOnce: true,
    terminationMessagePolicy: "File",
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
      privileged: false,
      runAsNonRoot: true,
      runAsUser: userOf(pod, targetContainerName),
      seccompProfile: { type: "RuntimeDefault" },
    },
  };
  return [
    // What another one added meanwhile is not to be lost.
    { op: "test", path: "/metadata/resourceVersion", value: pod.metadata.resourceVersion },
    { op: "add", path: "/spec/ephemeralContainers", value: [...there, added] },
  ];
}

/** The workload's own user sees most of its processes; root is nobody's. */
function userOf({ spec = {} }: DebuggedPod, target: string): number {
  const own = spec.containers?.find(({ name }) => name === target)?.securityContext?.runAsUser;
  return (own ?? spec.securityContext?.runAsUser) || NOBODY;
}

/** Tells whether it runs; throws where it will not. */
export function isDebugRunning(pod: DebuggedPod | undefined, name: string): boolean {
  if (pod?.status?.phase !== "Running") throw new BerthError("no_pod_running");
  const state = pod.status.ephemeralContainerStatuses?.find((one) => one.name === name)?.state;
  const publicMessage = state && whyNot(state);
  if (publicMessage !== undefined) throw new BerthError("debug_unavailable", { publicMessage });
  return state?.running !== undefined;
}

function whyNot({ terminated, waiting }: State): string | undefined {
  if (terminated !== undefined)
    return "The debug container ended at once: its image needs cat and timeout (BERTH_DEBUG_IMAGE).";
  return PULL_FAULTS.has(waiting?.reason ?? "")
    ? "The cluster cannot pull the debug image; platform admins name another one with BERTH_DEBUG_IMAGE."
    : undefined;
}
