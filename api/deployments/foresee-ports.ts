import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { findPortHolders } from "../../adapters/postgres/resources/port-reads.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { publicPortsOf } from "../../contract/resources/public-ports.ts";
import { isStaged } from "../../contract/resources/staged-import.ts";
import type { Context } from "../http/context.ts";
import type { Owners } from "../resources/projection-port.ts";
import { shownBody } from "../resources/shown-body.ts";
import type { Body } from "./plan-warnings.ts";

type Planned = Readonly<{ object: KubeObject; body: Body; owners: Owners }>;
type Place = Readonly<{ cluster: StoredResource | undefined; id: string | undefined }>;

/**
 * Shows a planned deployment as it will be once its public ports are its own, and warns of those that are another one's: whose a
 * number is, is known to its status only after the change.
 */
export async function foreseePorts(
  context: Context,
  { object, body, owners }: Planned,
  { cluster, id }: Place,
): Promise<Readonly<{ body: Body; warnings: readonly string[] }>> {
  const { spec, status = {} } = object as unknown as Readonly<{ spec: DeploymentSpec; status?: DeploymentStatus }>;
  const known = new Set((status.publicPorts ?? []).map(({ publicPort }) => publicPort));
  const asked = publicPortsOf(spec).filter(({ publicPort }) => !known.has(publicPort));
  if (asked.length === 0 || cluster === undefined || isStaged(spec)) return { body, warnings: [] };
  const at = { clusterId: cluster.id, except: id };
  const numbers = asked.map(({ publicPort }) => publicPort);
  const holders = await findPortHolders(context.services.pool, at, numbers);
  const taken = new Set(holders.map(({ publicPort }) => publicPort));
  const claimedAt = new Date().toISOString();
  const own = asked.filter(({ publicPort }) => !taken.has(publicPort)).map((one) => ({ ...one, claimedAt }));
  const foreseen = { ...object, status: { ...status, publicPorts: [...(status.publicPorts ?? []), ...own] } };
  return {
    body: own.length === 0 ? body : shownBody(context, { kind: "Deployment", owners }, foreseen),
    warnings: holders.map(
      ({ publicPort, name }) =>
        `public_port ${publicPort} is ${name}'s on this cluster: until it is taken away there nobody takes connections for it here, and PortsPublic says PortTaken.`,
    ),
  };
}
