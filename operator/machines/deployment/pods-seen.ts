/** What a look at a deployment's namespace keeps of it, in the words of Kubernetes. */
type Meta = Readonly<{
  name: string;
  uid?: string;
  generation?: number;
  deletionTimestamp?: string;
  labels?: Readonly<Record<string, string>>;
  annotations?: Readonly<Record<string, string>>;
  ownerReferences?: readonly Readonly<{ kind: string; name: string; uid?: string }>[];
}>;

/** How a container stands, or stood before it was started anew. */
export type ContainerState = Readonly<{
  waiting?: Readonly<{ reason?: string; message?: string }>;
  running?: Readonly<{ startedAt?: string }>;
  terminated?: Readonly<{ exitCode?: number; reason?: string; message?: string }>;
}>;

/** What the kubelet says of a container. */
export type ContainerStatus = Readonly<{
  name: string;
  ready?: boolean;
  started?: boolean;
  restartCount?: number;
  state?: ContainerState;
  lastState?: ContainerState;
}>;

/** A container as it is wanted. */
export type SeenContainer = Readonly<{
  name: string;
  image?: string;
  resources?: Readonly<{ limits?: Readonly<Record<string, string>> }>;
  readinessProbe?: Readonly<{ initialDelaySeconds?: number; periodSeconds?: number; failureThreshold?: number }>;
}>;

/** A pod. */
export type SeenPod = Readonly<{
  metadata: Meta;
  spec?: Readonly<{ containers?: readonly SeenContainer[]; initContainers?: readonly SeenContainer[] }>;
  status?: Readonly<{
    conditions?: readonly Readonly<{
      type: string;
      status: string;
      reason?: string;
      message?: string;
      lastTransitionTime?: string | null;
    }>[];
    initContainerStatuses?: readonly ContainerStatus[];
    containerStatuses?: readonly ContainerStatus[];
  }>;
}>;

/** What makes pods: a Deployment or StatefulSet of apps/v1. */
export type SeenWorkload = Readonly<{
  metadata: Meta;
  status?: Readonly<{ observedGeneration?: number; updateRevision?: string }>;
}>;

/** An event of the namespace. */
export type SeenEvent = Readonly<{
  involvedObject: Readonly<{ kind?: string; name?: string; uid?: string; fieldPath?: string }>;
  reason?: string;
  message?: string;
}>;

/** One look at everything in a deployment's namespace that tells why its pods are not ready; events are newest first. */
export type PodsSeen = Readonly<{
  pods: readonly SeenPod[];
  replicaSets: readonly Readonly<{ metadata: Meta }>[];
  workloads: readonly SeenWorkload[];
  events: readonly SeenEvent[];
}>;

/** Why pods are not ready. */
export type PodTrouble = Readonly<{
  reason: string;
  message: string;
  /** Whether waiting cannot help: the same would come of the next try. */
  isFinal: boolean;
  /** The run whose last lines belong to the message. */
  run?: Readonly<{ pod: string; container: string; image: string; isPrevious: boolean }>;
  /** The message without what the program wrote, where that is in it: it is for the owner's eyes, not for our log. */
  why?: string;
}>;

/** What is known of the Job of a release command. */
export type ReleaseView =
  | Readonly<{ kind: "unknown" }>
  | Readonly<{ kind: "unreachable" }>
  | Readonly<{ kind: "absent" }>
  /** `trouble`: why its pod does not start or, once it has failed, why. `isAskedAgain`: a sync was asked for since it was seen. */
  | Readonly<{ kind: "seen"; uid: string; trouble: PodTrouble | undefined; isAskedAgain: boolean }>;
