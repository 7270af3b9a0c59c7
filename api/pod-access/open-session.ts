/*
 * Opens a session in a pod: a shell, or a connection through a tunnel.
 * 1. Who asks has a place left, their organization has shells, and a pod runs.
 * 2. The audit log has what is asked for: before it is done, and never what goes through.
 * 3. What it needs beside the pod is there, such as a debug container.
 * 4. The cluster's API server is asked for its WebSocket; only when that is open the person's handshake is answered.
 * 5. Both are joined until one of them ends it, a time is over, or the person may not any more.
 * However it ends, also half-way: the place, the client and both sockets are given back.
 */
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { WebSocket } from "ws";
import { BerthError } from "../../contract/errors.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import { translateTenantFault } from "../clusters/tenant-reader.ts";
import { assertRole } from "../http/authorize.ts";
import type { Answer, Context } from "../http/context.ts";
import { describeFault } from "../http/describe-fault.ts";
import { StreamAccess } from "../logs/stream-access.ts";
import { auditOf } from "../resources/audit-of.ts";
import { assertShells } from "./assert-shells.ts";
import { ENDINGS } from "./ending.ts";
import { findPod, type PodPlace, type PodWish } from "./find-pod.ts";
import { Relay, type Frames } from "./relay.ts";
import type { SessionKind } from "./session-room.ts";
import { watchAccess } from "./watch-access.ts";

/** Where a session goes, and what is given back with it. */
type Prepared = Readonly<{ place: PodPlace; holder?: WebSocket }>;

/** What is asked for. */
export type SessionWish = Readonly<{
  kind: SessionKind;
  /** The deployment or database. */
  target: Readonly<{ kind: ProjectedKind; row: StoredResource; cluster: StoredResource }>;
  where: PodWish;
  /** What a person's socket speaks. */
  protocol: string;
  /** What the API server is asked for. */
  ask: (place: PodPlace) => Readonly<{ path: string; protocol: string }>;
  /** Makes what it needs first, and says where it goes then. */
  prepare?: (client: KubeClient, place: PodPlace, signal: AbortSignal) => Promise<Prepared>;
  frames: Frames;
  /** What the audit log has of it, beside the pod. */
  audited: Readonly<Record<string, unknown>>;
}>;

/** Opens a session of the caller, who may have it. */
export async function openSession(context: Context, wish: SessionWish): Promise<Answer> {
  const { services } = context;
  const { row, cluster } = wish.target;
  const { userId, role } = assertShells(context, row);
  // A pod of what has cluster-wide rights has them too, as its account or at a port of its own.
  if (row.body["cluster_wide_rights"] === true) assertRole(role, "admin");
  const taken = [services.sessionRoom.enter(userId, wish.kind)];
  const giveBack = (): void => {
    for (const one of taken.splice(0)) one();
  };
  let client: KubeClient | undefined;
  try {
    client = await services.tenantReader.open(cluster);
    const pod = await dialPod(context, client, wish, taken);
    return {
      upgrade: {
        protocol: wish.protocol,
        begin: (person) => {
          join(context, wish, { person, pod }).then(giveBack, giveBack);
        },
        abandon: giveBack,
      },
    };
  } catch (error) {
    giveBack();
    throw translateTenantFault(error);
  } finally {
    await client?.close();
  }
}

/** Opens the cluster's own socket; `taken` gets what is to be given back, as soon as it is there. */
async function dialPod(
  context: Context,
  client: KubeClient,
  wish: SessionWish,
  taken: (() => void)[],
): Promise<WebSocket> {
  const found = await findPod(client, wish.where);
  if (!context.isUpgradable) throw new BerthError("upgrade_required");
  await audit(context, wish, found);
  const signal = AbortSignal.any([context.signalOfClient(), context.services.stopping]);
  const { place, holder }: Prepared = (await wish.prepare?.(client, found, signal)) ?? { place: found };
  if (holder !== undefined) taken.push(() => holder.terminate());
  const { path, protocol } = wish.ask(place);
  const pod = await client.dial(path, protocol, signal);
  taken.push(() => pod.terminate());
  return pod;
}

function audit(context: Context, { target, audited }: SessionWish, { pod, container }: PodPlace): Promise<void> {
  const { id, organizationId } = target.row;
  const entry = auditOf(context, { kind: target.kind, id, organizationId });
  const changes = { after: { pod, container, ...audited } };
  return context.services.ledger.audit({ ...entry, changes }, "succeeded");
}

type Sockets = Readonly<{ person: WebSocket; pod: WebSocket }>;

/** Joins both sockets until the session ends; never throws. */
async function join(context: Context, { target, frames }: SessionWish, sockets: Sockets): Promise<void> {
  const { services, proof, log, requestId, operation } = context;
  const { events: hub, accessReads: reads, accessRounds: rounds, stopping } = services;
  const { idleMs, totalMs } = services.config.podAccess;
  const relay = new Relay({ ...sockets, frames, clock: hub.clock, idleMs, totalMs });
  const ended = new AbortController();
  const onStop = (): void => relay.end(ENDINGS.stopping);
  stopping.addEventListener("abort", onStop, { once: true });
  const access = new StreamAccess({ hub, reads, proof }, { operation, kind: target.kind, row: target.row, exec: true });
  watchAccess(access, { hub, rounds }, ended.signal).then(
    (ending) => ending && relay.end(ending),
    (error: unknown) => {
      log.error("Could not ask whether a session may go on", { requestId, fault: describeFault(error) });
      relay.end(ENDINGS.accessUnknown);
    },
  );
  const running = relay.run();
  if (stopping.aborted) onStop();
  const { reason } = await running;
  ended.abort();
  stopping.removeEventListener("abort", onStop);
  log.debug("A session in a pod has ended", { requestId, operation: operation.operationId, reason });
}
