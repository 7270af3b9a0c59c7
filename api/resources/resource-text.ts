import type { ClusterMembers, ReadRow } from "../../adapters/postgres/resource-reads.ts";
import type { Answer } from "../http/context.ts";
import { etagOf } from "../http/etag.ts";

/**
 * Completes stored bodies as text: nothing is parsed on the way (measured-limits.md). A deployment gets what its
 * cluster's row says, and both kinds get observed_at, which moves with every sign of life and is no part of the ETag.
 */
type Shown = Pick<ReadRow, "body" | "cluster" | "observedAt">;
type Kind = "Cluster" | "Deployment";

/** Writes a row as REST shows it. */
export function textOf(kind: Kind, row: Shown): string {
  return withObservedAt(settledText(kind, row), row.observedAt);
}

/** Answers one resource with its ETag. */
export function resourceAnswer(kind: Kind, row: Shown & Pick<ReadRow, "generation">): Answer {
  const settled = settledText(kind, row);
  return { text: withObservedAt(settled, row.observedAt), etag: etagOf(row.generation, settled) };
}

function settledText(kind: Kind, { body, cluster }: Shown): string {
  if (kind === "Cluster") return body;
  const { provider = null, region = null, status = null, error = null } = cluster ?? ({} as Partial<ClusterMembers>);
  const members = `"provider":${quote(provider)},"region":${quote(region)}`;
  return `${body.slice(0, -1)},${members},"cluster_status":${quote(status)},"cluster_error":${quote(error)}}`;
}

function withObservedAt(text: string, observedAt: Date | string | null): string {
  return `${text.slice(0, -1)},"observed_at":${observedAt === null ? "null" : `"${new Date(observedAt).toISOString()}"`}}`;
}

function quote(text: string | null): string {
  return JSON.stringify(text);
}
