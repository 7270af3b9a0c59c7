import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { Queryable } from "../../adapters/postgres/queryable.ts";
import type { ClusterMembers, ReadRow } from "../../adapters/postgres/resources/resource-reads.ts";
import type { ClusterContext, ProjectedKind } from "../../render/projection/custom-resource.ts";

/** Whose a resource is and on which cluster; the gateway knows both before it writes. */
export type Owners = Readonly<{
  organizationId: string;
  userId: string;
  cluster?: ClusterContext;
  clusterMembers?: ClusterMembers;
  /** Of a backup: whose it is. */
  databaseId?: string;
}>;

/** Turns custom resources into what REST shows; the mirror uses the same functions. */
export interface ProjectionPort {
  /** Renders much text of an object where no other request waits; all that is derived of this very object afterwards has it. */
  prepare(kind: ProjectedKind, object: KubeObject, owners: Owners): Promise<void>;
  /** Does the same for an object that was written: it is refused nothing any more. */
  prepareWritten(kind: ProjectedKind, object: KubeObject, owners: Owners): Promise<void>;
  /** Derives what a read of the object would find. */
  toRow(kind: ProjectedKind, object: KubeObject, owners: Owners): ReadRow;
  /** Writes the projection of an object unless a newer one is there. */
  write(db: Queryable, kind: ProjectedKind, object: KubeObject, owners: Owners): Promise<void>;
}
