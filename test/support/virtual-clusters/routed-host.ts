/*
 * A host of shared clusters whose Gateway takes what the operator writes: real vclusters, Envoy Gateway, Envoy, cert-manager and an
 * authority, on one node. What is on it is rendered by the product, looked at and kept by the product's own look and pass of a
 * host; what these read of the management cluster, a test says.
 */
import { join } from "node:path";
import { expect } from "chai";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { createKubeClient, type KubeClient } from "../../../adapters/kubernetes/kube-client.ts";
import { HTTP_ROUTES, LISTENER_SETS } from "../../../adapters/kubernetes/resource-types.ts";
import { clusterSettings, toClusterConfig } from "../../../api/clusters/cluster-settings.ts";
import { newRouting } from "../../../api/clusters/new-routing.ts";
import { LABELS } from "../../../contract/identity.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import { createGatewayLooks, lookAtGateway } from "../../../operator/controllers/cluster/gateway-looks.ts";
import { HostGuards } from "../../../operator/provisioners/vcluster/host-guards.ts";
import type { ClusterObject, DeploymentObject } from "../../../operator/resources/objects.ts";
import { systemClock } from "../../../operator/runtime/clock.ts";
import type { ClusterRouting } from "../../../render/bundle/component.ts";
import { CHANNELS_FOLDER, renderChannelFiles } from "../../../render/bundle/channel-files.ts";
import { deriveDeploymentValues } from "../../../render/deployment/deployment-values.ts";
import { eventually } from "../eventually.ts";
import { renderRelease, WORKLOAD_CHART } from "../helm.ts";
import { applyComponent } from "../last-mile/apply-component.ts";
import type { Component } from "../last-mile/envoy-gateway.ts";
import { IMAGES } from "../last-mile/gateway-images.ts";
import {
  APPS_ZONE,
  awaitGateway,
  bringCertificate,
  installBundle,
  installGateway,
  OWN_ZONE,
  startCertManager,
  startParts,
  type GatewayParts,
} from "../last-mile/gateway-scene.ts";
import { readLastMileCrds } from "../last-mile/programs.ts";
import { startHostIngress, type HostIngress } from "./host-ingress.ts";
import { admit, lookBy, type Tenant } from "./host.ts";
import { makeVirtualClusterImages } from "./images.ts";
import { clustersByIndex } from "../clusters-by-index.ts";
import { startWhole, type Stops } from "../start-whole.ts";

/** A host with its Gateway, and what the operator would know of its tenants. */
export type RoutedHost = Readonly<{
  parts: GatewayParts;
  client: KubeClient;
  guards: HostGuards;
  /** Where the Gateway answers, once there is one. */
  address: () => string;
  /** What the pass of the host goes by; tests change it. */
  deployments: DeploymentObject[];
  /** Has the operator look at the host's Gateway, and look after its routes. */
  pass: () => Promise<HostLook>;
  /** Moves the host, and brings what its bundle has then. */
  move: (routing: "both" | "gateway") => Promise<void>;
  /** Brings a certificate for all names under the platform's domain. */
  certify: () => Promise<void>;
  /** Admits a tenant whose Ingresses are written on the host, or are not. */
  admit: (handle: string, hasIngresses?: boolean) => Promise<Tenant>;
  /** The virtual clusters of which Argo CD says that they run with what is wanted of them. */
  settled: Set<string>;
  /** Names the routes and listeners that the operator has written in a namespace there. */
  written: (namespace: string) => Promise<readonly string[]>;
  stop: () => Promise<void>;
}>;

/** Where requests come in to the host, and whether each name of the platform's has its own certificate there. */
type HostLook = Readonly<{ address: string | undefined; certifiesEachName: boolean }>;

export const HOST = "h1";
const ORGANIZATION = "org-any";
const ISSUER = "berth";
const PLACE = { provider: "hetzner", region: "fsn1", tier: "dedicated" };
const PATIENCE_MS = 5 * 60_000;

/** Starts a host, on which nobody is yet: as REST makes it now, or as it was made before. */
export function startRoutedHost({ wasMadeBefore = false } = {}): Promise<RoutedHost> {
  return startWhole(async (stops) => {
    const parts = await startParts(stops);
    const { cluster, dir } = parts;
    await makeVirtualClusterImages(new ImageStore(join(loadLocalConfig().cacheDir, "images")), join(dir, "images"));
    const client = createKubeClient({ kubeconfigPath: cluster.kubeconfig });
    stops.push(() => client.close());
    const spec = { ...PLACE, role: "host" };
    const { clusterRouting } = toClusterConfig(z.object(clusterSettings).parse({}));
    const host = clusterOf(HOST, { ...spec, ...(wasMadeBefore ? {} : newRouting(spec, clusterRouting)) }, {});
    const clusters: ClusterObject[] = [host];
    const deployments: DeploymentObject[] = [];
    const settled = new Set<string>();
    const guards = new HostGuards({
      caches: cachesOf(clusters, deployments),
      tenant: () => client,
      appsDomain: APPS_ZONE,
      clock: systemClock,
      clusterIssuer: ISSUER,
      isSettled: ({ status }) => settled.has(status?.handle ?? ""),
    });
    const bundle = new HostBundle(parts, stops, client);
    await bundle.bring(routingIn(host));
    await guards.ensure(HOST);
    const pass = async (): Promise<HostLook> => {
      const look = await lookAtHost(clusters, deployments, client);
      await guards.reconcile(HOST);
      return look;
    };
    const move = async (routing: "both" | "gateway"): Promise<void> => {
      clusters[0] = clusterOf(HOST, { ...spec, routing }, clusters[0]?.status ?? {});
      await bundle.bring(routing);
    };
    const admitted = async (handle: string, hasIngresses = false): Promise<Tenant> => {
      const tenant = await admit({ cluster, client, dir, look: lookBy(client), hasIngresses }, handle);
      clusters.push(clusterOf(handle, { tier: "shared" }, { host: HOST }));
      return tenant;
    };
    const certify = (): Promise<void> => bringCertificate(parts, APPS_ZONE);
    const known = { parts, client, guards, deployments, settled, address: () => bundle.address };
    return { ...known, pass, move, certify, admit: admitted, written: (namespace) => written(client, namespace) };
  });
}

async function written(client: KubeClient, namespace: string): Promise<readonly string[]> {
  const where = { namespace, labelSelector: `${LABELS.managed}=true` };
  const found = await Promise.all([HTTP_ROUTES, LISTENER_SETS].map((type) => client.list(type, where)));
  return found.flatMap(({ items }) => items.map(({ kind = "", metadata }) => `${kind} ${metadata.name}`)).toSorted();
}

const routingIn = ({ spec }: ClusterObject): ClusterRouting => spec.routing ?? "ingress";

/** Brings to a host what its bundle has, as the operator writes it. */
class HostBundle {
  readonly #parts: GatewayParts;
  readonly #stops: Stops;
  readonly #client: KubeClient;
  #address: string | undefined;
  #ingress: HostIngress | undefined;
  #endCertManager: (() => Promise<void>) | undefined;

  constructor(parts: GatewayParts, stops: Stops, client: KubeClient) {
    this.#parts = parts;
    this.#stops = stops;
    this.#client = client;
  }

  get address(): string {
    return this.#address ?? expect.fail("the host has no Gateway yet");
  }

  /** Brings it all, or what is new where it was moved. */
  async bring(routing: ClusterRouting): Promise<void> {
    const parts = this.#parts;
    const component = componentsOf(parts, routing === "ingress" ? "host" : `host-${routing}`);
    if (routing === "ingress") await this.#beginWithIngress(component);
    else if (this.#address === undefined && routing === "gateway") await installBundle(parts, component, APPS_ZONE);
    else {
      if (this.#address === undefined) await this.#bringGateway(component);
      await applyComponent(component("certificate-issuer"), parts);
    }
    if (routing === "ingress" || this.#address !== undefined) return;
    this.#address = await awaitGateway(parts.cluster);
    // Whoever gives one Service its address gives all of them theirs.
    await this.#ingress?.announce();
  }

  async #bringGateway(component: (name: string) => Component): Promise<void> {
    await installGateway(this.#parts, component, APPS_ZONE);
    // Its values are others then.
    await this.#endCertManager?.();
    await startCertManager(this.#parts);
  }

  async #beginWithIngress(component: (name: string) => Component): Promise<void> {
    const parts = this.#parts;
    for (const crd of await readLastMileCrds()) await parts.cluster.apply(crd);
    this.#endCertManager = await startCertManager(parts, { forGateways: false });
    await applyComponent(component("certificate-issuer"), parts);
    const address = parts.cluster.hostAddress;
    this.#ingress = await startHostIngress({ client: this.#client, address, dir: parts.dir });
    this.#stops.push(this.#ingress.stop);
  }
}

function componentsOf({ acme }: GatewayParts, profile: string): (name: string) => Component {
  const ca = Buffer.from(acme.caBundle, "base64").toString();
  const files = renderChannelFiles({
    repoUrl: "https://git.test/platform.git",
    branch: "main",
    appsDomain: APPS_ZONE,
    clusterIssuer: ISSUER,
    acme: { directory: acme.url, email: "ops@apps.test", ca, binding: undefined },
  });
  return (name) => {
    const file = files.find(({ path }) => path === `${CHANNELS_FOLDER}/latest/${profile}/${name}.yaml`);
    return parse(file?.content ?? expect.fail(`${profile} has no ${name}`)) as Component;
  };
}

const NO_BUNDLE = { channel: { kind: "absent" }, wanted: [], surplus: [], released: [] } as const;

/** Has the operator look at a host's Gateway, and remember what it has seen. */
async function lookAtHost(
  clusters: ClusterObject[],
  deployments: readonly DeploymentObject[],
  client: KubeClient,
): Promise<HostLook> {
  const gateways = createGatewayLooks(systemClock, () => undefined);
  const settings = { clusterIssuer: ISSUER, wildcardIssuer: undefined };
  const caches = cachesOf(clusters, deployments);
  const context = { gateways, settings, caches, clock: systemClock, tenants: { client: () => client } };
  return eventually(() => {
    const [host] = clusters as [ClusterObject];
    const { address, certifiesEachName } = lookAtGateway(
      context as unknown as Parameters<typeof lookAtGateway>[0],
      host,
      NO_BUNDLE,
    );
    if (address === undefined) throw new Error("nobody has looked yet");
    clusters[0] = { ...host, status: { ...host.status, certifiesEachName } } as ClusterObject;
    return { address: address ?? undefined, certifiesEachName: certifiesEachName === true };
  }, PATIENCE_MS);
}

function clusterOf(handle: string, spec: object, status: object): ClusterObject {
  const metadata = { name: handle, namespace: ORGANIZATION };
  return { metadata, spec: { ...PLACE, ...spec }, status: { handle, ...status } } as ClusterObject;
}

type Caches = ConstructorParameters<typeof HostGuards>[0]["caches"];

function cachesOf(clusters: readonly ClusterObject[], deployments: readonly DeploymentObject[]): Caches {
  const byIndex = (index: string, word: string): readonly DeploymentObject[] =>
    deployments.filter(({ spec }) =>
      index === "domain" ? spec.customDomain === word : `${ORGANIZATION}/${spec.cluster}` === word,
    );
  return { clusters: clustersByIndex(() => clusters), deployments: { byIndex } } as unknown as Caches;
}

/** Describes a deployment as it is stored; a domain with the time since which it is proven. */
export function deploymentOn(
  cluster: string,
  handle: string,
  own?: Readonly<{ domain: string; provenAt: string }>,
): DeploymentObject {
  const metadata = {
    name: handle,
    namespace: ORGANIZATION,
    uid: handle,
    generation: 1,
    labels: { [LABELS.id]: handle },
  };
  const health = { readiness: { enabled: true, type: "http", path: "/", periodSeconds: 1 } };
  const app = { appType: "web_app", dockerImage: IMAGES.web, containerPort: 8080, healthChecks: health };
  const domain = own && { customDomain: own.domain };
  const proven = own && { customDomain: { name: own.domain, provenAt: own.provenAt } };
  return {
    metadata,
    spec: { cluster, ...app, cpuRequest: 0.01, memoryRequestMb: 16, maxBodySizeMb: 1, ...domain },
    status: { handle, phase: "running", ...proven },
  } as DeploymentObject;
}

/** Does what Argo CD does with a deployment: its chart, with the values that the operator writes, in its virtual cluster. */
export async function deliver(
  tenant: Tenant,
  { metadata, spec, status }: DeploymentObject,
  routing: ClusterRouting = "gateway",
): Promise<readonly string[]> {
  const handle = status?.handle ?? "";
  const values = deriveDeploymentValues({
    metadata: { name: metadata.name, namespace: ORGANIZATION, id: handle },
    handle,
    spec,
    cluster: { handle: tenant.handle, provider: "hetzner", region: "fsn1", tier: "shared", routing },
    platform: {
      appsDomain: APPS_ZONE,
      repoUrl: "",
      branch: "",
      argocdNamespace: "",
      project: "",
      chartVersion: "",
      clusterIssuer: ISSUER,
    },
    customDomainActive: true,
  });
  const objects = await renderRelease(WORKLOAD_CHART, stringify(values), { name: handle, namespace: handle });
  await tenant.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: handle } });
  const placed = objects.map((one) => ({ ...one, metadata: { ...one.metadata, namespace: handle } }));
  await tenant.apply({ apiVersion: "v1", kind: "List", items: placed });
  return objects.map(({ kind }) => kind);
}

/** A name of customers. */
export const ownName = (name: string): string => `${name}.${OWN_ZONE}`;
