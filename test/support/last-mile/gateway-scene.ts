/*
 * A real cluster with what Berth's bundle brings for routing by the Gateway API, run by the real programs: Envoy Gateway, Envoy,
 * cert-manager, an authority that speaks ACME, and BIND.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import { TenantApi } from "../../../local/cloud/databases/tenant-api.ts";
import { openServices } from "../../../local/cloud/load-balancers.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import { Authority } from "../../../local/nodes/authority.ts";
import type { ClusterObject } from "../../../operator/resources/objects.ts";
import { GATEWAY, GATEWAY_CERTIFICATE } from "../../../render/charts/gateway-names.ts";
import { eventually } from "../eventually.ts";
import { freePorts } from "../free-ports.ts";
import { runGuarded } from "../guarded-process.ts";
import { startRealCluster, type RealCluster } from "../real-cluster.ts";
import { applyComponent } from "./apply-component.ts";
import { installEnvoyGateway, type Component } from "./envoy-gateway.ts";
import { IMAGES, makeGatewayImages } from "./gateway-images.ts";
import { findCertManager, findLastMilePrograms, readLastMileCrds } from "./programs.ts";
import { startOperator, type RunningOperator } from "./running-operator.ts";
import { startAcmeServer, type AcmeServer } from "./start-servers.ts";
import { startZones, type Zones } from "./zones.ts";
import { startWhole, type Stops } from "../start-whole.ts";

/** What the tests of a Gateway work with. */
export type GatewayScene = Readonly<{
  cluster: RealCluster;
  operator: RunningOperator;
  /** The handle of its cluster. */
  handle: string;
  zones: Zones;
  acme: AcmeServer;
  /** Where the Gateway answers. */
  address: string;
  /** Who signs the certificate for all names of the cluster. */
  authority: string;
  /** Brings that certificate, where the scene began without. */
  certify: () => Promise<void>;
  stop: () => Promise<void>;
}>;

/** The organizations that there are. */
export const ORGANIZATIONS = ["org-acme", "org-rival"] as const;
/** A zone of customers. */
export const OWN_ZONE = "own.test";
/** The zone of the platform's names. */
export const APPS_ZONE = "apps.test";
const PATIENCE_MS = 5 * 60_000;

/** What a Gateway of the bundle needs around it, and what is stopped afterwards. */
export type GatewayParts = Pick<GatewayScene, "cluster" | "zones" | "acme" | "authority"> &
  Readonly<{ dir: string; stops: Stops }>;

/** Starts it all, and a platform's operator whose first cluster it is; its Gateway has its certificate unless told. */
export function startGatewayScene({ isCertified = true } = {}): Promise<GatewayScene> {
  return startWhole(async (stops) => {
    const parts = await startParts(stops);
    const { cluster, zones, acme, authority } = parts;
    const ca = Buffer.from(acme.caBundle, "base64").toString();
    const operator = await startOperator({
      cluster,
      dns: zones.address,
      // An address is asked under names of the platform's and under those of customers.
      ca: `${authority}\n${acme.root}`,
      organizations: ORGANIZATIONS,
      settings: {
        clusterIssuer: "berth",
        acme: { directory: acme.url, email: "ops@apps.test", ca, binding: undefined },
      },
    });
    stops.push(() => operator.stop());
    const handle = await makeCluster(operator, ORGANIZATIONS[0]);
    const component = (name: string): Component => {
      const text = operator.repository.read(`platform/bundles/latest/standard-gateway/${name}.yaml`);
      return parse(text ?? expect.fail(`the operator has written no ${name}`)) as Component;
    };
    const domain = `${handle}.${APPS_ZONE}`;
    const certify = (): Promise<void> => bringCertificate(parts, domain);
    if (isCertified) await certify();
    await installBundle(parts, component, domain);
    const address = await awaitGateway(cluster);
    await zones.write(APPS_ZONE, [`*.${handle} IN A ${address}`]);
    return { cluster, operator, handle, zones, acme, address, authority, certify };
  });
}

/** Starts a cluster with one node, and the authority and the name server that are around it. */
export async function startParts(stops: Stops): Promise<GatewayParts> {
  const dir = await mkdtemp(join(tmpdir(), "berth-gateway-"));
  stops.push(() => rm(dir, { recursive: true, force: true }));
  await makeGatewayImages(new ImageStore(join(loadLocalConfig().cacheDir, "images")));
  const { pebble } = await findLastMilePrograms();
  const zones = await startZones(join(dir, "bind"), [APPS_ZONE, OWN_ZONE]);
  stops.push(() => zones.process.kill());
  const acme = await startAcmeServer(join(dir, "pebble"), { command: pebble, dnsPort: zones.port });
  stops.push(() => acme.process.kill());
  const cluster = await startRealCluster({ nodes: 1, resolvers: zones.address });
  stops.push(() => cluster.stop());
  const { certificate: authority } = await Authority.open(dir);
  return { cluster, zones, acme, authority, dir, stops };
}

/** Makes the cluster of an organization, and answers its handle. */
export async function makeCluster({ management }: RunningOperator, namespace: string): Promise<string> {
  const metadata = { name: "harbour", namespace };
  const spec = { provider: "hetzner", region: "fsn1", tier: "dedicated", routing: "gateway", namesUnder: "cluster" };
  const object = { apiVersion: "hosting.berth.dev/v1alpha1", kind: "Cluster", metadata, spec };
  await management.create(CLUSTERS, object, { fieldManager: "kubectl" });
  return eventually(async () => {
    const { status } = (await management.get<ClusterObject>(CLUSTERS, metadata)) ?? {};
    expect(status?.phase, JSON.stringify(status)).to.equal("running");
    return status?.handle ?? "";
  }, PATIENCE_MS);
}

/** Brings the components as Argo CD does: by the values that the operator has written for this kind of cluster. */
export async function installBundle(
  parts: GatewayParts,
  component: (name: string) => Component,
  appsDomain: string,
): Promise<void> {
  for (const crd of await readLastMileCrds()) await parts.cluster.apply(crd);
  await installGateway(parts, component, appsDomain);
  await startCertManager(parts);
  await applyComponent(component("certificate-issuer"), parts);
}

/** Brings what a cluster has for routes by the Gateway API alone. */
export async function installGateway(
  parts: GatewayParts,
  component: (name: string) => Component,
  appsDomain: string,
): Promise<void> {
  const { cluster, dir } = parts;
  await installEnvoyGateway(component("envoy-gateway"), { kubeconfig: cluster.kubeconfig, dir });
  const gateway = component("gateway");
  await applyComponent({ ...gateway, helm: { values: { ...gateway.helm.values, appsDomain } } }, parts);
}

/** Starts cert-manager, which without the Gateway API's kinds does not start for Gateways; answers what ends it. */
export async function startCertManager(
  { cluster, zones, dir, stops }: GatewayParts,
  { forGateways = true } = {},
): Promise<() => Promise<void>> {
  const [live = 0] = await freePorts(1);
  const flags = [
    `--kubeconfig=${cluster.kubeconfig}`,
    `--recursive-nameservers=${zones.address}`,
    `--acme-http01-solver-image=${IMAGES.solver}`,
    ...(forGateways ? ["--gateway-api", "--feature-gates=ListenerSets=true"] : []),
    `--listen=127.0.0.1:${live}`,
  ];
  const process = runGuarded({ command: join(await findCertManager(), "cert-manager"), flags, cwd: dir });
  stops.push(() => process.kill());
  return () => process.kill();
}

/** Brings what the operator does where an issuer makes it by DNS (test/nodes/last-mile.test.ts). */
export async function bringCertificate({ cluster, dir }: GatewayParts, domain: string): Promise<void> {
  const authority = await Authority.open(dir);
  const { certificate, key } = await authority.issue({ commonName: "apps", names: [`*.${domain}`] });
  const { namespace } = GATEWAY_CERTIFICATE;
  await cluster.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const stringData = { "tls.crt": certificate, "tls.key": key };
  const object = { apiVersion: "v1", kind: "Secret", type: "kubernetes.io/tls", metadata: GATEWAY_CERTIFICATE };
  await cluster.apply({ ...object, stringData });
}

type Gateway = Readonly<{ status?: Readonly<{ addresses?: readonly Readonly<{ value: string }>[] }> }>;

/** Waits until the Gateway has the address that a cloud gives its Service. */
export async function awaitGateway({ access, kubectl }: RealCluster): Promise<string> {
  const api = new TenantApi(access);
  try {
    return await eventually(async () => {
      await openServices(api);
      const { namespace, name } = GATEWAY;
      const { status } = JSON.parse(await kubectl("-n", namespace, "get", "gateway", name, "-o", "json")) as Gateway;
      return status?.addresses?.[0]?.value ?? expect.fail(`no address: ${JSON.stringify(status)}`);
    }, PATIENCE_MS);
  } finally {
    api.close();
  }
}
