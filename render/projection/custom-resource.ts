import type { ClusterRouting } from "../bundle/component.ts";
import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import type { ResourceKind } from "../../contract/resources/all.ts";

/** What the projection reads of an object's metadata. */
type ResourceMetadata = Readonly<{
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Readonly<Record<string, string>>;
  annotations?: Readonly<Record<string, string>>;
  managedFields?: readonly Readonly<{ time?: string }>[];
}>;

/** A custom resource as the API server answers it. */
export type CustomResource<Spec = unknown, Status = unknown> = Readonly<{
  metadata: ResourceMetadata;
  spec: Spec;
  status?: Status;
}>;

/** What a deployment takes from the Cluster that its spec names, also when it is rendered. */
export type ClusterPlace = Readonly<{
  handle: string;
  provider: string;
  region: string;
  tier: string;
  routing?: ClusterRouting | undefined;
  namesUnder?: ClusterSpec["namesUnder"];
  /** True where each name of the platform's has a certificate of its own at the Gateway. */
  certifiesEachName?: boolean | undefined;
}>;

/** What a deployment, database or upgrade takes from the Cluster that its spec names. */
export type ClusterContext = ClusterPlace & Readonly<{ id: string; userId: string; kubernetesVersion?: string }>;

/** What a projection needs beyond its object; whoever projects looks it up (docs/adr/0023). */
export type ProjectionContext = Readonly<{
  /** From the label of the object's namespace. */
  organizationId: string;
  /** The organization's oldest owner: the last fallback for user_id. */
  ownerId: string;
  /** The Cluster that the spec names; undefined when there is none (yet). */
  cluster?: ClusterContext;
  /** Record id of the DatabaseInstance that a backup names. */
  databaseId?: string;
  /** Renders values.yaml; null when the spec cannot be rendered. */
  renderValues: RenderValues;
}>;

/** Renders a deployment's values.yaml for its cluster; null when the spec cannot be rendered. */
export type RenderValues = (deployment: CustomResource, cluster: ClusterContext) => string | null;

export type ProjectedKind = ResourceKind;
