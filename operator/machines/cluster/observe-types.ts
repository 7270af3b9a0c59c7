import type { BundleView } from "./bundle.ts";
import type { ListeningView } from "./listening.ts";
import type { NamesView } from "./names.ts";
import type { BroughtView, WildcardView } from "./wildcard.ts";
import type { FilesView, GitView } from "../decision.ts";

/** What the provider says about the cluster. */
export type ProviderView =
  /** Nobody here serves this provider or tier. */
  | Readonly<{ kind: "unsupported"; message: string }>
  | Readonly<{ kind: "unreachable"; message: string }>
  | Readonly<{ kind: "absent" }>
  /** It cannot be begun yet, through no fault of the order: it waits without a deadline. */
  | Readonly<{ kind: "waiting"; reason: string; message: string }>
  | Readonly<{ kind: "creating"; step: string }>
  | Readonly<{ kind: "removing" }>
  /** The provider's last word on this attempt. */
  | Readonly<{ kind: "failed"; message: string }>
  | Readonly<{
      kind: "ready";
      endpoint: string;
      /** Whether it has what the spec asks for. */
      matches: boolean;
      step: string;
      healthy: boolean;
      message: string;
      /** Whether it was not made here: then there is nothing to provision. */
      imported?: true;
    }>;

/** How the cluster is known to Argo CD. */
export type RegistrationView =
  | Readonly<{ kind: "absent" }>
  /** Labels, server or credential differ from what they should be. */
  | Readonly<{ kind: "stale" }>
  | Readonly<{ kind: "current" }>
  /** Another cluster has this server or identity. */
  | Readonly<{ kind: "taken"; by: string }>;

/** A node as far as a change of the server type looks at it. */
export type NodeView = Readonly<{
  name: string;
  serverType: string | undefined;
  ready: boolean;
  /** Whether new pods may come to it. */
  schedulable: boolean;
  /** Whether it was us who closed it. */
  cordonedByUs: boolean;
}>;

/** Nodes of several server types, or what an earlier change left behind. */
export type RolloverView = Readonly<{
  serverType: string;
  /** Retries asked for so far. */
  attempt: number;
  /** How long a node may take to be empty. */
  drainMaxMs: number;
  nodes: readonly NodeView[];
  /** Pods that still have to leave the node that is next, the one in the way first. */
  leaving: Readonly<{ node: string; pods: readonly Readonly<{ name: string; heldBy: string }>[] }> | undefined;
}>;

/** How far the provider is from the version that was ordered. */
export type UpgradeView = Readonly<{
  step: "ControlPlane" | "Workers";
  /** Nodes that have the version, of those that tell theirs. */
  done: number;
  total: number;
}>;

/** One look at the world around a live cluster. */
export type ClusterObserved = Readonly<{
  generation: number;
  retryAttempt: number;
  provider: ProviderView;
  /** Whether the provider's object stands in the region that the spec names; true while there is none. */
  regionMatches: boolean;
  registration: RegistrationView;
  /** Whether the organization's AppProject lets deployments onto it. */
  projectCovers: boolean;
  root: "absent" | "stale" | "current";
  rendered: Readonly<{ kind: "rendered"; contentHash: string }> | Readonly<{ kind: "refused"; message: string }>;
  git: GitView;
  /** Undefined while all nodes are as wanted, and where the platform does not manage them. */
  rollover: RolloverView | undefined;
  /** Undefined while control plane and nodes have the version that was ordered. */
  upgrade: UpgradeView | undefined;
  tenant:
    | Readonly<{ kind: "unasked" }>
    | Readonly<{ kind: "unreachable"; sinceMs: number }>
    | Readonly<{ kind: "reachable"; uid: string }>;
  bundle: BundleView;
  /** Whether the platform's own Secrets lie there; undefined where it is to have none. */
  secrets?: BroughtView;
  /** How its Gateway listens; undefined where it is to have none. */
  listening?: ListeningView | undefined;
  /** Where the names of its deployments lead; undefined where they are under the platform's domain. */
  names?: NamesView | undefined;
  /** How the certificate for all those names stands; undefined where it is not Berth's to have made. */
  wildcard?: WildcardView | undefined;
  /** Whether the DNS record of an earlier attempt is there still; asked only while it is pending. */
  named?: boolean;
  /** What is delivered to it and has no resource. */
  orphans?: readonly string[];
}>;

/** What a live cluster can ask for; every effect is idempotent. */
export type ClusterEffect =
  | Readonly<{ kind: "ensureProvider" }>
  | Readonly<{ kind: "removeProvider" }>
  | Readonly<{ kind: "write" }>
  | Readonly<{ kind: "register" }>
  | Readonly<{ kind: "applyProject" }>
  | Readonly<{ kind: "applyRoot" }>
  /** Brings the platform's own Secrets. */
  | Readonly<{ kind: "bringSecrets" }>
  /** Writes its DNS record down for ExternalDNS. */
  | Readonly<{ kind: "publishNames" }>
  /** Has cert-manager make the certificate for all its names. */
  | Readonly<{ kind: "requestWildcard" }>
  | Readonly<{ kind: "withdrawNames" }>
  /** Removes components that are of the bundle no more. */
  | Readonly<{ kind: "pruneBundle" }>
  | NodeEffect;

/** What a change of the server type asks for. */
export type NodeEffect =
  | Readonly<{ kind: "cordon"; nodes: readonly string[] }>
  | Readonly<{ kind: "uncordon"; nodes: readonly string[] }>
  /** Asks every pod that has to leave the node to do so; budgets may refuse. */
  | Readonly<{ kind: "drain"; node: string }>
  | Readonly<{ kind: "removeNode"; node: string }>;

/** One look at the world around a cluster that is being deleted. */
export type ClusterDeletionObserved = Readonly<{
  options: Readonly<{ cascade: boolean; force: boolean; removeBundle: boolean }>;
  /** Deployments and databases that name it. */
  users: readonly Readonly<{ name: string; deleting: boolean }>[];
  /** Shared clusters that it carries, as <namespace>/<name>. */
  hosted?: readonly string[];
  /** Applications of Argo CD on it, neither the root nor the bundle's counted. */
  children: number;
  bundle: Readonly<{
    applications: number;
    /** Whether the Secret says that nothing of it is generated any more. */
    released: boolean;
    /** What Argo CD says is in the way of removing one of them. */
    fault: string;
  }>;
  files: FilesView;
  /** Whether a DNS record leads to it still; undefined where none is ours. */
  named?: boolean;
  /** Whether a certificate or key of its names is there still; undefined where none was made. */
  certified?: boolean;
  root: Readonly<{ kind: "absent" }> | Readonly<{ kind: "present"; deleting: boolean }>;
  projectCovers: boolean;
  secret: "absent" | "present";
  /** What of ours is left on a cluster that stays its customer's; undefined on others, which go as a whole. */
  traces?: "none" | "present" | "unreachable";
  /** Whether its Services have load balancers at its cloud; undefined where nobody of ours could take them back. */
  balancers?: "none" | "present" | "unreachable" | undefined;
  provider: ProviderView;
  /** Whether anything of it may ever have been made at its provider. */
  begun: boolean;
  /** Whether it is written down as something to be removed later. */
  leftover: boolean;
}>;

/** What a cluster's deletion can ask for. */
export type ClusterDeletionEffect =
  | Readonly<{ kind: "deleteUsers" }>
  | Readonly<{ kind: "removeFiles" }>
  | Readonly<{ kind: "withdrawNames" }>
  | Readonly<{ kind: "withdrawWildcard" }>
  | Readonly<{ kind: "deleteRoot" }>
  | Readonly<{ kind: "applyProject" }>
  | Readonly<{ kind: "withdrawAccess" }>
  | Readonly<{ kind: "releaseBundle" }>
  | Readonly<{ kind: "removeBundle"; cascade: boolean }>
  | Readonly<{ kind: "deleteSecret" }>
  | Readonly<{ kind: "releaseBalancers" }>
  | Readonly<{ kind: "removeProvider" }>
  | Readonly<{ kind: "rememberLeftover" }>
  | Readonly<{ kind: "removeFinalizer" }>;
