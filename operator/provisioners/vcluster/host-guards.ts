/**
 * Keeps the guard on hosts: the policy itself, before the first virtual cluster comes, and on the namespace of each one the
 * hosts that its Ingresses may have. A namespace on which nothing stands yet may have none. Where a host has a Gateway the routes
 * of its deployments are written with it (host-routes.ts). A name that moves from one virtual cluster to another is taken from
 * the first one before the other one may have it: off its namespace, then out of its Ingresses, which were judged when they were
 * written (docs/adr/0111). What cannot be read, taken or changed in one namespace holds up own domains alone: a name under the
 * platform's domain was never another's.
 */
import { errorOf } from "../../../adapters/log/thrown.ts";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import {
  NAMESPACES,
  VALIDATING_ADMISSION_POLICIES,
  VALIDATING_ADMISSION_POLICY_BINDINGS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import { certifiesEachName, routingOf, type ClusterRouting } from "../../../render/bundle/component.ts";
import { clusterDomain } from "../../../render/cluster/cluster-domain.ts";
import { renderHostGuard } from "../../../render/cluster/host-guard.ts";
import { clustersOf, deriveHostOwners, type HostOwners } from "../../../render/cluster/host-names.ts";
import type { Caches } from "../../resources/caches.ts";
import { isDomainTaken } from "../../resources/domain-claims.ts";
import { clusterKeyOf, type ClusterObject, type DeploymentObject } from "../../resources/objects.ts";
import { SETTLED, wait, type Outcome } from "../../machines/decision.ts";
import type { Clock } from "../../runtime/clock.ts";
import { keyOf } from "../../runtime/object-store.ts";
import { allow, allowedOn, formatAllowed, handlesOf, withdraw } from "./allowed-hosts.ts";
import { holds } from "./holds.ts";
import { inheritCertificates } from "./host-certificates.ts";
import { clearIngresses, cutNames } from "./host-ingresses.ts";
import {
  giveRoutes,
  hasRoutes,
  listenersIn,
  removeRoutes,
  takeRoutes,
  type RoutePlace,
  type TakenRoutes,
  type WantedRoutes,
} from "./host-routes.ts";
import { deriveWantedRoutes } from "./wanted-routes.ts";

type Parts = Readonly<{
  caches: Pick<Caches, "clusters" | "deployments">;
  /** Client of a registered host. */
  tenant: (handle: string) => KubeClient | undefined;
  appsDomain: string;
  /** Issuer on each cluster, as the settings say it. */
  clusterIssuer?: string | undefined;
  /** Whether a virtual control plane runs with what is wanted of it now. */
  isSettled?: (cluster: ClusterObject) => boolean;
  clock: Pick<Clock, "monotonicMs">;
}>;
/** What one pass of a host goes by. */
type Pass = Readonly<{
  client: KubeClient;
  hosted: readonly ClusterObject[];
  routing: ClusterRouting;
  certifiesEachName: boolean;
  namespaces: readonly KubeObject[];
  owners: HostOwners;
}>;

/** Begins the key of a host's guard among the platform's own upkeep. */
export const GUARD_PREFIX = "guard/";
/** Somebody else may have changed it meanwhile. */
const LOOK_MS = 10 * 60_000;
/** So soon after a name was taken away: the host's API server may have judged by the old list for a moment. */
const AGAIN_MS = 15_000;
const CALL = { timeoutMs: 5_000 } as const;
/** A host that did not answer is not asked again for so long: passes that wait for it in turn would hold up those of everybody. */
const SILENCE_MS = 10_000;
const APPLY = { ...CALL, fieldManager: FIELD_MANAGERS.operator, force: true } as const;

/** Keeps the guards of all hosts. */
export class HostGuards {
  readonly #parts: Parts;
  readonly #acting = new Map<string, Promise<unknown>>();
  readonly #silences = new Map<string, Readonly<{ untilMs: number; error: KubeError }>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Makes a host's guard and routes what they should be; a host that is not registered, or carries nothing, is left alone. */
  async reconcile(host: string): Promise<Outcome> {
    if (this.#parts.tenant(host) === undefined || this.#hostedBy(host).length === 0) return SETTLED;
    return this.#alone(host, () => this.#hold(host));
  }

  #hostedBy(host: string): readonly ClusterObject[] {
    return this.#parts.caches.clusters.byIndex("host", host);
  }

  #carrierOf(host: string): ClusterObject | undefined {
    return this.#parts.caches.clusters.byIndex("handle", host)[0];
  }

  async #begin(host: string): Promise<Pass> {
    const client = this.#clientOf(host);
    await this.ensure(host);
    const { items: namespaces } = await client.list(NAMESPACES, { ...CALL, labelSelector: LABELS.virtualCluster });
    const hosted = this.#hostedBy(host);
    const carrier = this.#carrierOf(host);
    const routing = routingAt(carrier);
    const isEach = carrier !== undefined && certifiesEachName(carrier) === true;
    return { client, hosted, routing, certifiesEachName: isEach, namespaces, owners: this.#ownersOf(hosted) };
  }

  /** Tells whether anything of a deployment's route is on a host. */
  async hasRoutes(host: string, place: RoutePlace): Promise<boolean> {
    return this.#alone(host, () => hasRoutes(this.#clientOf(host), place));
  }

  /** Removes a deployment's route from a host. */
  async removeRoutes(host: string, place: RoutePlace): Promise<void> {
    return this.#alone(host, () => removeRoutes(this.#clientOf(host), place));
  }

  /** One after the other: a route that a pass is about to write is not believed to be gone. */
  #alone<T>(host: string, act: () => Promise<T>): Promise<T> {
    const acted = (this.#acting.get(host) ?? Promise.resolve()).then(() => this.#unlessSilent(host, act));
    this.#acting.set(
      host,
      acted.catch(() => undefined),
    );
    return acted;
  }

  async #unlessSilent<T>(host: string, act: () => Promise<T>): Promise<T> {
    const { clock } = this.#parts;
    const silence = this.#silences.get(host);
    if (silence !== undefined && clock.monotonicMs() < silence.untilMs) throw silence.error;
    this.#silences.delete(host);
    try {
      return await act();
    } catch (error) {
      if (isSilent(error)) this.#silences.set(host, { untilMs: clock.monotonicMs() + SILENCE_MS, error });
      throw error;
    }
  }

  async #hold(host: string): Promise<Outcome> {
    const pass = await this.#begin(host);
    const { client, namespaces, owners, routing } = pass;
    const names = clustersOf(owners);
    const held = new Map(namespaces.map((namespace) => [namespace, allowedOn(namespace)]));
    const unheld = await eachOf(namespaces, async (namespace) => {
      held.set(namespace, await withdraw(client, namespace, { names, routing }));
    });
    const wish = { owners, namespaces: handlesOf(namespaces), wanted: this.#wantedRoutes(pass) };
    const taken = await takeRoutes(client, wish);
    const cut = await cutNames(client, namespaces, names);
    const fault = unheld ?? cut.fault ?? taken.fault;
    const mayGive = this.#mayGive(pass, fault);
    const unallowed = await eachOf(held.entries(), ([namespace, before]) =>
      allow(client, namespace, { before, after: formatAllowed(namespace, { before, names, routing, mayGive }) }),
    );
    const unwritten = taken.isServed ? await giveRoutes(client, wish, { found: taken.found, mayGive }) : undefined;
    const isInherited = routing === "gateway" && (await inheritCertificates(client, listenersIn(taken.found)));
    const isLeft = await this.#clearIngresses(pass);
    for (const one of [fault, unallowed, unwritten]) if (one !== undefined) throw one;
    const isOff = namespaces.some((one) => held.get(one) !== allowedOn(one));
    const isSoon = [cut.hasCut, taken.hasTaken, isOff, isEarly(taken, routing), isLeft, isInherited].includes(true);
    return wait(isSoon ? AGAIN_MS : LOOK_MS, "GuardHolds");
  }

  /** What cannot be taken may be the domain of anybody: those that stand nowhere yet are given to nobody. */
  #mayGive({ hosted }: Pass, fault: Error | undefined): (name: string) => boolean {
    const domains = hosted.map((cluster) => this.#domainOf(cluster));
    return (name) => fault === undefined || domains.some((domain) => name.endsWith(`.${domain}`));
  }

  #wantedRoutes({ hosted, routing, ...pass }: Pass): readonly WantedRoutes[] {
    const { caches, appsDomain, clusterIssuer } = this.#parts;
    const settings = { appsDomain, ...(clusterIssuer === undefined ? {} : { clusterIssuer }) };
    const placed = hosted.map((cluster) => {
      return { cluster, deployments: caches.deployments.byIndex("cluster", keyOf(cluster)) };
    });
    const isLive = (object: DeploymentObject): boolean =>
      caches.deployments
        .byIndex("cluster", clusterKeyOf(object))
        .some(({ metadata }) => metadata.uid === object.metadata.uid && metadata.deletionTimestamp === undefined);
    const gateway = { hasGateway: routing !== "ingress", certifiesEachName: pass.certifiesEachName };
    return deriveWantedRoutes(placed, { settings, ...gateway, isLive });
  }

  /**
   * Clears away what virtual clusters wrote before they wrote none any more; tells whether something waits. While a virtual
   * control plane still writes them, whoever deletes one deletes its tenant's own.
   */
  async #clearIngresses({ client, hosted, routing }: Pass): Promise<boolean> {
    if (routing !== "gateway") return false;
    const settled = hosted.filter((cluster) => this.#parts.isSettled?.(cluster) === true);
    return clearIngresses(
      client,
      settled.map(({ status }) => status?.handle ?? ""),
    );
  }

  #clientOf(host: string): KubeClient {
    const client = this.#parts.tenant(host);
    if (client === undefined) throw new Error("The host cluster is not registered");
    return client;
  }

  #domainOf({ spec, status }: ClusterObject): string {
    return clusterDomain({ handle: status?.handle ?? "", namesUnder: spec.namesUnder }, this.#parts.appsDomain);
  }

  /** Puts the policy into force. */
  async ensure(host: string): Promise<void> {
    const client = this.#clientOf(host);
    const isIssued = this.#parts.clusterIssuer !== "";
    const [policy, binding] = renderHostGuard(isIssued && routingAt(this.#carrierOf(host)) === "gateway");
    await apply(client, VALIDATING_ADMISSION_POLICIES, policy);
    await apply(client, VALIDATING_ADMISSION_POLICY_BINDINGS, binding);
  }

  #ownersOf(hosted: readonly ClusterObject[]): HostOwners {
    const { caches } = this.#parts;
    const clusters = hosted.map((cluster) => ({
      handle: cluster.status?.handle ?? "",
      domain: this.#domainOf(cluster),
      deployments: caches.deployments.byIndex("cluster", keyOf(cluster)),
    }));
    return deriveHostOwners(clusters, (deployment, domain) => isDomainTaken(caches.deployments, deployment, domain));
  }
}

function isSilent(error: unknown): error is KubeError {
  return error instanceof KubeError && error.status === 0;
}

function routingAt(carrier: ClusterObject | undefined): ClusterRouting {
  return carrier === undefined ? "ingress" : routingOf(carrier.spec);
}

/** Tells whether a host has to have a Gateway, and does not know its kinds yet. */
function isEarly({ isServed }: TakenRoutes, routing: ClusterRouting): boolean {
  return !isServed && routing !== "ingress";
}

/** Acts on each; what fails of one is answered at the end, and holds up no other. */
async function eachOf<T>(all: Iterable<T>, act: (one: T) => Promise<void>): Promise<Error | undefined> {
  let fault: Error | undefined;
  for (const one of all) await act(one).catch((error: unknown) => (fault ??= errorOf(error)));
  return fault;
}

async function apply(client: KubeClient, type: ResourceType, body: KubeObject): Promise<void> {
  const found = await client.get(type, { name: body.metadata.name }, CALL);
  if (found !== undefined && holds(found["spec"], body["spec"])) return;
  await client.patch(type, { name: body.metadata.name }, { kind: "apply", body }, APPLY);
}
