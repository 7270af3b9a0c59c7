/**
 * Looks at a cluster's nodes and acts on them while its server type changes. The provider says which machines there are,
 * the cluster itself whether they take pods and which pods are on them.
 */
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { unlessGone } from "../../../adapters/kubernetes/kube-error.ts";
import { NODES } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, FIELD_MANAGERS } from "../../../contract/identity.ts";
import type { NodeEffect, NodeView, RolloverView } from "../../machines/cluster/observe-types.ts";
import { chooseLeaving, isOld } from "../../machines/cluster/rollover.ts";
import type { Handlers } from "../shared/handlers.ts";
import type { ProviderNode, ProviderObservation } from "../../provisioners/port.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { orderOf, provisionerOf, type ClusterContext } from "./context.ts";
import { clusterHandle } from "../../resources/handles.ts";

type NodeObject = KubeObject & Readonly<{ spec?: Readonly<{ unschedulable?: boolean }> }>;

/** Looks at nodes of several server types; undefined while all are as wanted, or nobody here manages them. */
export async function observeRollover(
  context: ClusterContext,
  object: ClusterObject,
  provider: ProviderObservation | undefined,
): Promise<RolloverView | undefined> {
  const { serverType, serverTypeAttempt: attempt = 0 } = object.spec;
  if (provider?.kind !== "ready" || serverType === undefined) return undefined;
  const { nodes } = provider;
  if (!isConcerned(context, object, nodes)) return undefined;
  const handle = clusterHandle(object);
  const wanted = { serverType, attempt, drainMaxMs: context.settings.nodeDrainMs };
  return { ...wanted, ...(await look(context, { handle, nodes, serverType, begun: object.status?.rollover?.node })) };
}

function isConcerned(context: ClusterContext, object: ClusterObject, nodes: readonly ProviderNode[]): boolean {
  const { spec, status } = object;
  const isUniform = nodes.every((node) => !isOld(node, spec.serverType ?? ""));
  if (isUniform && status?.rollover === undefined) return false;
  return provisionerOf(context, object)?.removeNode !== undefined;
}

type Looked = Pick<RolloverView, "nodes" | "leaving">;
type Look = Readonly<{
  handle: string;
  nodes: readonly ProviderNode[];
  serverType: string;
  begun: string | undefined;
}>;

/** A cluster that cannot be asked shows its nodes as open and nobody leaving, so that nothing is removed blindly. */
async function look(context: ClusterContext, { handle, nodes, serverType, begun }: Look): Promise<Looked> {
  const client = context.tenants.client(handle);
  const objects = client && (await listNodes(client).catch(() => undefined));
  const views = nodes.map((node) => viewOf(node, objects));
  const old = nodes.filter((node) => isOld(node, serverType)).map(({ name }) => name);
  const next = chooseLeaving(old, begun);
  if (client === undefined || objects === undefined || next === undefined) return { nodes: views, leaving: undefined };
  const pods = await context.drains.list(handle, client, next).catch(() => undefined);
  return { nodes: views, leaving: pods && { node: next, pods } };
}

async function listNodes(client: KubeClient): Promise<ReadonlyMap<string, NodeObject>> {
  const slim = ({ metadata: { name }, spec = {} }: NodeObject): NodeObject => ({ metadata: { name }, spec });
  const { items } = await client.list<NodeObject>(NODES, { slim });
  return new Map(items.map((node) => [node.metadata.name, node]));
}

/** A machine that has not joined takes no pods. */
function viewOf(
  { name, serverType, ready }: ProviderNode,
  objects: ReadonlyMap<string, NodeObject> | undefined,
): NodeView {
  if (objects === undefined) return { name, serverType, ready, schedulable: true, cordonedByUs: false };
  const object = objects.get(name);
  const schedulable = object !== undefined && object.spec?.unschedulable !== true;
  const cordonedByUs = object?.metadata.annotations?.[ANNOTATIONS.cordoned] !== undefined;
  return { name, serverType, ready, schedulable, cordonedByUs };
}

/** Acts on nodes; every act can be repeated, and a node that is gone is no fault. */
export const NODE_EFFECTS: Handlers<ClusterContext, ClusterObject, unknown, NodeEffect> = {
  cordon: (context, object, _look, { nodes }) => cordon(context, object, nodes, true),
  uncordon: (context, object, _look, { nodes }) => cordon(context, object, nodes, false),
  drain: ({ tenants, drains }, object, _look, { node }) => {
    const handle = clusterHandle(object);
    const client = tenants.client(handle);
    return client && drains.evict(handle, client, node);
  },
  removeNode: (context, object, _look, { node }) => removeNode(context, object, node),
};

async function cordon(
  { tenants }: ClusterContext,
  object: ClusterObject,
  nodes: readonly string[],
  closed: boolean,
): Promise<void> {
  const client = tenants.client(clusterHandle(object));
  if (client === undefined) return;
  for (const node of nodes) await setCordon(client, node, closed);
}

/** Looks once more: a machine goes for good, and what was seen of it was seen in several lists. */
async function removeNode(context: ClusterContext, object: ClusterObject, name: string): Promise<void> {
  const provisioner = provisionerOf(context, object);
  const order = orderOf(object);
  const seen = await provisioner?.observe(order);
  const node = seen?.kind === "ready" ? seen.nodes.find((one) => one.name === name) : undefined;
  if (node !== undefined && isOld(node, object.spec.serverType ?? "")) await provisioner?.removeNode?.(order, name);
}

async function setCordon(client: KubeClient, name: string, closed: boolean): Promise<void> {
  const body = {
    metadata: { annotations: { [ANNOTATIONS.cordoned]: closed ? "server-type" : null } },
    spec: { unschedulable: closed ? true : null },
  };
  const by = { fieldManager: FIELD_MANAGERS.operator };
  await client.patch(NODES, { name }, { kind: "merge", body }, by).catch(unlessGone);
}
