import { BerthError } from "../../../contract/errors.ts";
import type { DeploymentResponse } from "../../../contract/rest/deployments.ts";
import { TUNNEL_PROTOCOL, type forwardDeploymentPort } from "../../../contract/rest/pod-access.ts";
import { findTenantPlace } from "../../deployments/tenant-place.ts";
import type { Handler } from "../../http/context.ts";
import { openSession } from "../../pod-access/open-session.ts";
import { askForPort, tunnelFrames } from "../../pod-access/tunnel-frames.ts";
import { wishOf } from "../../pod-access/wish-of.ts";
import { loadResource } from "../../resources/load-resource.ts";

/** Opens a connection to a port of a deployment's pod. */
export const handle: Handler<typeof forwardDeploymentPort> = async (context, { path, query }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  const port = query.port ?? (row.body as DeploymentResponse).container_port ?? undefined;
  if (port === undefined) throw new BerthError("conflict", { publicMessage: "It has no container_port: name a port." });
  const place = await findTenantPlace(context, row);
  return openSession(context, {
    kind: "tunnel",
    target: { kind: "Deployment", row, cluster: place.cluster },
    where: wishOf(place, { pod: query.pod }),
    protocol: TUNNEL_PROTOCOL,
    ask: (found) => askForPort(found, port),
    frames: tunnelFrames(),
    audited: { port },
  });
};
