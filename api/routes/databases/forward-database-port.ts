import { deriveHandle } from "../../../contract/identity.ts";
import type { DatabaseResponse } from "../../../contract/rest/databases.ts";
import { TUNNEL_PROTOCOL, type forwardDatabasePort } from "../../../contract/rest/pod-access.ts";
import { DATABASE_PORTS, primarySelector } from "../../../render/database/database-names.ts";
import type { Handler } from "../../http/context.ts";
import { openSession } from "../../pod-access/open-session.ts";
import { askForPort, tunnelFrames } from "../../pod-access/tunnel-frames.ts";
import { findClusterOf } from "../../resources/find-cluster.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Opens a connection to a database's primary server. */
export const handle: Handler<typeof forwardDatabasePort> = async (context, { path }) => {
  const row = await loadResource(context, "DatabaseInstance", path.database_id);
  const cluster = await findClusterOf(context, row);
  const { engine } = row.body as DatabaseResponse;
  const port = DATABASE_PORTS[engine];
  return openSession(context, {
    kind: "tunnel",
    target: { kind: "DatabaseInstance", row, cluster },
    where: {
      namespace: deriveHandle("DatabaseInstance", row.objectName, row.id),
      selector: primarySelector({ engine, id: row.id }),
      isOwn: () => true,
      pod: undefined,
      container: undefined,
    },
    protocol: TUNNEL_PROTOCOL,
    ask: (found) => askForPort(found, port),
    frames: tunnelFrames(),
    audited: { port },
  });
};
