import type { listDatabases } from "../../../contract/rest/databases.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Lists databases, newest first. */
export const handle: Handler<typeof listDatabases> = (context, { query }) => {
  const { organization_id: organizationId, cluster_id: clusterId, status, engine, tier, q: namePrefix } = query;
  const filter = { kind: "DatabaseInstance", organizationId, clusterId, status, engine, tier, namePrefix } as const;
  return hotList(context, filter, query, "databases");
};
