import type { RevisionRow } from "../../adapters/postgres/resources/revision-reads.ts";
import type { RevisionResponse } from "../../contract/rest/deployment-revisions.ts";
import type { Context } from "../http/context.ts";
import { refusedValue } from "../http/refused-value.ts";
import { LABELS } from "../../contract/identity.ts";
import type { Target } from "./change-deployment.ts";

/** Shows a revision. */
export function revisionBody(row: RevisionRow): RevisionResponse {
  return {
    revision: row.revision,
    commit: row.commit,
    generation: Number(row.generation),
    author: row.author,
    request_id: row.requestId,
    message: row.message,
    created_at: row.createdAt.toISOString(),
  };
}

/** Renders the values file that a revision's spec comes to today; null when it cannot be rendered. */
export async function revisionValues(
  { services: { projection } }: Context,
  { row, owners }: Target,
  spec: unknown,
): Promise<string | null> {
  const { id, uid, namespace, objectName: name } = row;
  const metadata = { name, namespace, uid, labels: { [LABELS.id]: id } };
  const object = { metadata, spec };
  await projection.prepare("Deployment", object, owners);
  const shown = projection.toRow("Deployment", object, owners);
  return (JSON.parse(shown.body) as Readonly<{ values_yaml: string | null }>).values_yaml;
}

/** Writes the cursor of a page of revisions: they are numbered, so that it is the last number. */
export function encodeRevisionCursor({ revision }: RevisionRow): string {
  return Buffer.from(`r${revision}`).toString("base64url");
}

/** Reads a cursor that we wrote. */
export function decodeRevisionCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const found = /^r([0-9]{1,9})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (found === null) throw refusedValue(["query", "cursor"], "the cursor is not one that this list returned");
  return Number(found[1]);
}
