import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import type { SleepView } from "../../../contract/sleep.ts";
import type { BackupsView } from "./backed-up.ts";
import type { PodTrouble, ReleaseView } from "./pods-seen.ts";
import type { FilesView, GitView, RevisionView } from "../decision.ts";
import type { ApplicationView, ClusterView, RenderedView, RootView, SecretsView } from "./state.ts";

/** One look at the world around a live deployment. */
export type DeploymentObserved = Readonly<{
  generation: number;
  /** What is wanted. */
  spec: DeploymentSpec;
  cluster: ClusterView;
  /** Older object of the same cluster with the same name. */
  nameTakenBy: string | undefined;
  secrets: SecretsView;
  rendered: RenderedView;
  git: GitView;
  application: ApplicationView;
  root: RootView;
  imageUpdater: ImageUpdaterView;
  /** Deployment that has taken over the same live workload before. */
  adoptedBy?: string | undefined;
  /** Undefined for what is not a staged import. */
  review?: ReviewView | undefined;
  /** Undefined while nothing is to be fetched from a chart's repository. */
  chartHost?: ChartHostView | undefined;
  /** Undefined for what has no schedule to sleep by; spec.stopped says what follows of it. */
  sleep?: SleepView | undefined;
  /** Undefined for what no promotion made. */
  promotion?: PromotionView | undefined;
  /** Undefined for what is no preview. */
  preview?: PreviewView | undefined;
  /** Why its newest pods are not ready; undefined while nothing is wrong, or nothing is known. */
  podTrouble?: PodTrouble | undefined;
  /** Undefined while no release command is under way, and none has failed. */
  release?: ReleaseView | undefined;
  /** Whether cert-manager is to be asked for another certificate of its own domain. */
  certificateDue?: boolean | undefined;
  /** Undefined where no backups are asked for. */
  backups?: BackupsView | undefined;
  /** Whether its address is asked for the first time since the last change, and has not answered yet. */
  isAddressAwaited?: boolean;
}>;

/** What the cluster's API server says to the objects of a staged import. */
export type ReviewView =
  /** Nothing of it can be known before it is rendered by Argo CD. */
  | Readonly<{ kind: "unneeded" }>
  | Readonly<{ kind: "unknown" }>
  | Readonly<{ kind: "unreachable" }>
  | Readonly<{ kind: "accepted"; atMs: number }>
  | Readonly<{ kind: "refused"; atMs: number; message: string }>;

/** How a deployment stands to its ImageUpdater. */
export type ImageUpdaterView =
  /** None is wanted, and none is there. */
  | Readonly<{ kind: "none" }>
  /** One would be wanted, but the platform runs no image updater. */
  | Readonly<{ kind: "uninstalled" }>
  | Readonly<{ kind: "missing" }>
  | Readonly<{ kind: "unwanted" }>
  | Readonly<{ kind: "current"; checked: boolean }>;

/** Whether a chart may be fetched from where its repository is. */
export type ChartHostView = "unknown" | "allowed" | "refused" | "unresolved";

/** The promotion that made a deployment. */
export type PromotionView = Readonly<{
  /** Whether the source's own secrets were copied; asked only until it first ran. */
  secretsCopied: boolean;
  source: "absent" | "deleting" | "present";
  /** Whether the source says where it was promoted to. */
  marked: boolean;
}>;

/** How a preview stands to its end. */
export type PreviewView = Readonly<{
  /** Whether the source's own secrets were copied; asked only until it is committed. */
  secretsCopied: boolean;
  /** Whether its time is over, or what it is a preview of is gone. */
  isOver: boolean;
  /** When its time is over. */
  dueMs: number;
  /** Undefined for one without a database of its own. */
  database?: PreviewDatabaseView | undefined;
}>;

/** How the database stands that is made for a preview. */
export type PreviewDatabaseView =
  | Readonly<{ kind: "absent" }>
  /** The API server said that the organization has as many as it may have. */
  | Readonly<{ kind: "refused" }>
  /** Something else has its name. */
  | Readonly<{ kind: "foreign"; name: string }>
  /** `fault`: why it does not come; empty while it does. */
  | Readonly<{ kind: "coming"; fault: string }>
  | Readonly<{ kind: "serving" }>;

/** What brings a commit through Git and Argo CD to the cluster. */
export type DeliveryEffect =
  | Readonly<{ kind: "write" }>
  /** Ask the Git server again, and place our commit in the branch's order. */
  | Readonly<{ kind: "placeCommit" }>
  | Readonly<{ kind: "refreshRoot"; notWithinMs: number }>
  | Readonly<{ kind: "syncRoot" }>
  | Readonly<{ kind: "refreshApplication"; notWithinMs: number }>
  | Readonly<{ kind: "startSync" }>
  /** End what stands in the way of our commit. */
  | Readonly<{ kind: "endOperation" }>;

/** What a live deployment can ask for; every effect is idempotent. */
export type DeploymentEffect =
  | DeliveryEffect
  /** Bring to the cluster what the names of secrets mean now. */
  | Readonly<{ kind: "pushSecrets" }>
  | Readonly<{ kind: "withdrawSecrets" }>
  /** Ask the cluster's API server what it says to the objects of a staged import; nothing is stored there. */
  | Readonly<{ kind: "reviewAdoption" }>
  /** Copy the secrets that the source of a promotion has of its own. */
  | Readonly<{ kind: "copySecrets" }>
  | Readonly<{ kind: "markSource" }>
  /** End a release command that can never start. */
  | Readonly<{ kind: "endRelease" }>
  /** Take away the Job of one that has failed, so that the next sync makes it anew. */
  | Readonly<{ kind: "repeatRelease" }>
  | Readonly<{ kind: "applyImageUpdater" }>
  | Readonly<{ kind: "deleteImageUpdater" }>
  /** Ask cert-manager for another certificate in the place of the one that was remembered. */
  | Readonly<{ kind: "renewCertificate" }>
  | Readonly<{ kind: "deleteSource" }>
  | Readonly<{ kind: "makeDatabase" }>
  /** Delete this very preview. */
  | Readonly<{ kind: "endPreview" }>;

/** One look at the world around a deployment that is being deleted. */
export type DeploymentDeletionObserved = Readonly<{
  options: Readonly<{ force: boolean; orphan: boolean; deleteVolumes: boolean; keepSecrets: boolean }>;
  cluster: "usable" | "unreachable" | "gone";
  /** Whether the head still holds files of ours; `removed` names a commit without them. */
  files: FilesView;
  root: Readonly<{ kind: "absent" }> | Readonly<{ kind: "present"; revision: RevisionView; operationRunning: boolean }>;
  application:
    | Readonly<{ kind: "absent" }>
    /** `heldUp`: an operation of Argo CD's is in the way of its deletion; `sinceMs`: when that was asked for. */
    | Readonly<{
        kind: "present";
        deleting: boolean;
        sinceMs: number;
        heldUp: boolean;
        cascades: boolean;
        message: string;
      }>;
  /** Its route on the host of its virtual cluster; undefined where it has none there. */
  route?: LeftView | undefined;
  /** The Schedule of its backups, which lies in no namespace of its own; undefined where it asked for none. */
  schedule?: LeftView | undefined;
  namespace: NamespaceView;
  secrets: DeletedSecretsView;
}>;

/** Whether something of a deployment is there still. */
export type LeftView = "unasked" | "unreachable" | "absent" | "present";

/** What is left of a deleted deployment's secrets. */
export type DeletedSecretsView =
  | Readonly<{ kind: "unasked" }>
  | Readonly<{ kind: "unreachable" }>
  /** `own`: those in the store; `onCluster`: whether any lie in a namespace that stays. */
  | Readonly<{ kind: "asked"; own: number; onCluster: boolean }>;

/** The deployment's namespace on its cluster. */
export type NamespaceView =
  | Readonly<{ kind: "unasked" }>
  | Readonly<{ kind: "absent" }>
  /** Somebody else made it: it is not ours to delete. */
  | Readonly<{ kind: "foreign" }>
  | Readonly<{ kind: "unreachable"; message: string }>
  | Readonly<{ kind: "present"; deleting: boolean; claims: number; labelledKept: boolean }>;

/** What a deletion can ask for. */
export type DeploymentDeletionEffect =
  | Readonly<{ kind: "removeFiles" }>
  | Readonly<{ kind: "placeCommit" }>
  | Readonly<{ kind: "refreshRoot" }>
  | Readonly<{ kind: "deleteApplication" }>
  | Readonly<{ kind: "stripApplication" }>
  | Readonly<{ kind: "deleteRoute" }>
  | Readonly<{ kind: "deleteSchedule" }>
  | Readonly<{ kind: "deleteNamespace" }>
  | Readonly<{ kind: "keepNamespace" }>
  | Readonly<{ kind: "withdrawSecrets" }>
  | Readonly<{ kind: "deleteSecrets" }>
  | Readonly<{ kind: "removeFinalizer" }>;
