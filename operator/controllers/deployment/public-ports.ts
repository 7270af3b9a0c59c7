import { publicPortsOf, takesPublicPorts } from "../../../contract/resources/public-ports.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import { tenantNamespace } from "../../../render/delivery-names.ts";
import {
  decidePublicPorts,
  type PortsDecision,
  type PortsSeen,
  type PortsTold,
} from "../../machines/deployment/public-ports.ts";
import { toldCondition } from "../../machines/conditions.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import { findPortHolder } from "../../resources/port-claims.ts";
import type { DeploymentContext } from "./context.ts";

const UNASKED = { kind: "unasked" } as const;

/** Looks at a deployment's public ports; undefined when it has none. It reads memory only, and has the cluster asked. */
export function lookAtPublicPorts(
  context: DeploymentContext,
  object: DeploymentObject,
  cluster: ClusterObject | undefined,
): PortsDecision | undefined {
  const wanted = publicPortsOf(object.spec);
  if (wanted.length === 0 || isStaged(object.spec)) return undefined;
  const holders = wanted.flatMap(({ publicPort }) => {
    const holder = findPortHolder(context.caches.deployments, object, publicPort);
    return holder === undefined ? [] : [[publicPort, holder.spec.name ?? holder.metadata.name] as const];
  });
  const taken: Readonly<Record<number, string>> = Object.fromEntries(holders);
  const hasGateway = cluster === undefined ? undefined : takesPublicPorts(cluster.spec);
  const own = wanted.flatMap(({ publicPort }) => (taken[publicPort] === undefined ? publicPort : []));
  const seen = hasGateway === true && own.length > 0 ? seenOf(context, object, { cluster, own }) : UNASKED;
  return decidePublicPorts({ wanted, hasGateway, taken, seen }, toldOf(object), context.clock.nowMs());
}

type Place = Readonly<{ cluster: ClusterObject | undefined; own: readonly number[] }>;

function seenOf(context: DeploymentContext, object: DeploymentObject, { cluster, own }: Place): PortsSeen {
  const handle = deploymentHandle(object);
  const { handle: clusterHandle } = cluster?.status ?? {};
  const stamp = own.join(" ");
  const client = clusterHandle === undefined ? undefined : context.tenants.client(clusterHandle);
  const subject = { handle, stamp, namespace: tenantNamespace({ handle, spec: object.spec }), publicPorts: own };
  const found = context.ports.look(client, subject);
  if (found.kind !== "looked") return found;
  return found.stamp === stamp ? found : UNASKED;
}

/** What was told before the last change says nothing of these ports; whose the numbers are stays. */
function toldOf({ status, metadata }: DeploymentObject): PortsTold {
  const { publicPorts: memory = [], conditions, observedGeneration } = status ?? {};
  const isOfThis = observedGeneration === metadata.generation;
  return { memory, condition: isOfThis ? toldCondition(conditions, "PortsPublic") : undefined };
}
