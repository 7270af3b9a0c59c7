import type { ClusterMembers, ReadRow } from "../../adapters/postgres/resources/resource-reads.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Answer } from "../http/context.ts";
import { etagOf } from "../http/etag.ts";

/**
 * Completes stored bodies as text: nothing is parsed on the way (docs/adr/0008). A deployment gets what its
 * cluster's row says, and both kinds get observed_at, which moves with every sign of life and is no part of the ETag.
 */
type Shown = Pick<ReadRow, "body" | "cluster" | "observedAt">;

/** Writes a row as REST shows it. */
export function textOf(kind: ProjectedKind, row: Shown): string {
  return openText(kind, row) + observedTail(row.observedAt);
}

/** Answers one resource with its ETag. */
export function resourceAnswer(kind: ProjectedKind, row: Shown & Pick<ReadRow, "generation">): Answer {
  const open = openText(kind, row);
  return { text: open + observedTail(row.observedAt), etag: etagOf(row.generation, open) };
}

/** Writes all but the last member and the brace that closes the object. */
function openText(kind: ProjectedKind, { body, cluster }: Shown): string {
  const open = body.slice(0, -1);
  if (kind !== "Deployment") return open;
  const { provider = null, region = null, status = null, error = null } = cluster ?? ({} as Partial<ClusterMembers>);
  return `${open},"provider":${quote(provider)},"region":${quote(region)},"cluster_status":${quote(status)},"cluster_error":${quote(error)}`;
}

function observedTail(observedAt: Date | string | null): string {
  return `,"observed_at":${observedAt === null ? "null" : `"${new Date(observedAt).toISOString()}"`}}`;
}

function quote(text: string | null): string {
  return JSON.stringify(text);
}
