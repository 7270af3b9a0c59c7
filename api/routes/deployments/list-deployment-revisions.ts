import { countRevisions, listRevisions } from "../../../adapters/postgres/resources/revision-reads.ts";
import type { listDeploymentRevisions } from "../../../contract/rest/deployment-revisions.ts";
import { decodeRevisionCursor, encodeRevisionCursor, revisionBody } from "../../deployments/revision-body.ts";
import type { Handler } from "../../http/context.ts";
import { limitOf } from "../../http/cursor.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Lists the revisions of a deployment, newest first. */
export const handle: Handler<typeof listDeploymentRevisions> = async (context, { path, query }) => {
  const { id } = await loadResource(context, "Deployment", path.deployment_id);
  const { pool } = context.services;
  const limit = limitOf(query);
  const found = await listRevisions(pool, id, { limit: limit + 1, before: decodeRevisionCursor(query.cursor) });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last !== undefined ? encodeRevisionCursor(last) : null;
  const total = query.count === true ? { total: await countRevisions(pool, id) } : {};
  return { body: { revisions: rows.map(revisionBody), next_cursor: next, ...total } };
};
