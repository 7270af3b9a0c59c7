import { readdirSync, readFileSync } from "node:fs";
import { Registry } from "prom-client";
import { parse } from "yaml";
import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import type { ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import {
  CUSTOM_RESOURCE_DEFINITIONS,
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  UPGRADE_REQUESTS,
} from "../../adapters/kubernetes/resource-types.ts";
import { ResourceStore } from "../../adapters/postgres/resources/resource-store.ts";
import { createApp } from "../../api/app.ts";
import type { RouteModule } from "../../api/bind-routes.ts";
import { loadConfig } from "../../api/config.ts";
import { createServices } from "../../api/create-services.ts";
import { createHttpServer, type Patience } from "../../api/http/create-http-server.ts";
import { createRequestMetrics } from "../../api/http/measure-requests.ts";
import { createProjection } from "../../api/resources/projection.ts";
import type { Services } from "../../api/services.ts";
import { readDocument } from "../../api/start-gateway.ts";
import { isAlreadyExists } from "../../adapters/kubernetes/kube-error.ts";
import { deriveClusterContext } from "../../render/projection/cluster-context.ts";
import type { CustomResource, ProjectedKind } from "../../render/projection/custom-resource.ts";
import { recordId } from "../../render/projection/resource-row.ts";
import { projectResource } from "../../render/projection/project-resource.ts";
import { sharedApiServer, type ApiServer } from "../support/api-server.ts";
import { eventually } from "../support/eventually.ts";
import { hangUp, listen } from "../support/listen.ts";
import { createDatabase } from "../support/postgres.ts";
import { issueReaderCredential } from "../../operator/delivery/reader-credential.ts";
import { issueTenantCredential } from "../../operator/delivery/tenant-credential.ts";
import { createLogger } from "../../adapters/log/logger.ts";
import { placeOf } from "./find-object.ts";

/** A gateway on a real Postgres and a real kube-apiserver; every answer is held to the published document. */
export type TestGateway = Readonly<{
  url: string;
  services: Services;
  kube: KubeClient;
  /** Mirrors what the API server has of a resource, as the operator would. */
  mirror: (kind: Kind, id: string) => Promise<void>;
  mirrorObject: (kind: Kind, object: KubeObject) => Promise<void>;
  /** Writes a status as the operator would, and mirrors it. */
  settle: (kind: Kind, id: string, phase?: string, status?: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Ends a resource as the operator would: the finalizer goes, and the mirror sees it gone. */
  finish: (kind: Kind, id: string) => Promise<void>;
  stop: () => Promise<void>;
}>;
type Kind = ProjectedKind;

const TYPES = {
  Cluster: CLUSTERS,
  Deployment: DEPLOYMENTS,
  DatabaseInstance: DATABASE_INSTANCES,
  UpgradeRequest: UPGRADE_REQUESTS,
  DatabaseBackup: DATABASE_BACKUPS,
} as const;
/** One for all gateways of this process, so that its validators are compiled once. */
const DOCUMENT = readDocument();
export const SERVICE_TOKEN = "service-token-of-the-tests";
const UNLIMITED = {
  BERTH_RATE_LIMIT_PER_SECOND: "100000",
  BERTH_RATE_LIMIT_BURST: "100000",
  BERTH_WAITS_PER_USER: "100000",
  BERTH_WRITES_PER_MINUTE: "100000",
  BERTH_LOGIN_LIMIT_PER_ACCOUNT: "100000",
  BERTH_LOGIN_LIMIT_PER_HOUR: "100000",
  BERTH_LOGIN_LIMIT_PER_ADDRESS: "100000",
};

type Options = Readonly<{
  /** The API server of this process when unset. */
  apiServer?: ApiServer;
  env?: Record<string, string>;
  replace?: (services: Services) => Partial<Services>;
  /** How long clients may take; as in production when unset. */
  patience?: Patience;
  /** All handlers; ones that break their promises show that a test would notice. */
  handlers?: Readonly<Record<string, RouteModule>>;
}>;

/** Starts a gateway with a database of its own; `replace` swaps parts for ones that fail. */
export async function startTestGateway({ env = {}, replace, ...options }: Options = {}): Promise<TestGateway> {
  const apiServer = options.apiServer ?? (await sharedApiServer());
  const kube = createKubeClient({ kubeconfigPath: apiServer.kubeconfig });
  await installDefinitions(kube);
  const config = loadConfig({
    BERTH_POSTGRES_URL: env["BERTH_POSTGRES_URL"] ?? (await createDatabase()),
    BERTH_KUBECONFIG: apiServer.kubeconfig,
    BERTH_SERVICE_TOKENS: `${SERVICE_TOKEN},another-token-of-the-tests`,
    BERTH_QUOTA_FACTOR: "1000",
    BERTH_VALIDATE_RESPONSES: "true",
    BERTH_ADMIN_SECOND_FACTOR: "optional",
    BERTH_PREFLIGHTS_PER_HOUR: "100000",
    ...UNLIMITED,
    ...env,
  });
  const made = createServices(config, createLogger("test", process.env["TEST_LOG_LEVEL"] ?? "error"));
  const services = { ...made.services, ...(await tenantAccess(kube, apiServer)), ...CATALOG };
  const all: Services = { ...services, ...replace?.(services) };
  const app = createApp({
    services: all,
    document: await DOCUMENT,
    readDocument: () => DOCUMENT,
    metrics: createRequestMetrics(new Registry()),
    ...(options.handlers && { handlers: options.handlers }),
  });
  const server = createHttpServer(app, options.patience);
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    services: all,
    kube,
    ...mirrorOf(all, kube),
    async stop() {
      made.beginStop();
      await hangUp(server);
      await made.close();
      await kube.close();
    },
  };
}

/** Puts our kinds into an API server and waits until it serves them. */
export async function installDefinitions(kube: KubeClient): Promise<void> {
  const folder = new URL("../../crds/", import.meta.url);
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".yaml"))) {
    const definition = parse(readFileSync(new URL(name, folder), "utf8")) as KubeObject;
    await kube.create(CUSTOM_RESOURCE_DEFINITIONS, definition, { fieldManager: "test" }).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
  }
  await eventually(() => Promise.all([kube.list(CLUSTERS), kube.list(DEPLOYMENTS)]));
}

/** The tests' own API server stands for every tenant cluster; the gateway comes to it with exactly the rights it has there. */
async function tenantAccess(
  kube: KubeClient,
  { server, caData }: Readonly<{ server: string; caData: string }>,
): Promise<Pick<Services, "clusterAccess" | "tenantReader">> {
  await issueTenantCredential(kube, Date.now());
  const { token } = await issueReaderCredential(kube, Date.now());
  const open = (): KubeClient => createKubeClient({ server, caData, token });
  return {
    tenantReader: { open: () => Promise.resolve(open()) },
    clusterAccess: { open: () => Promise.resolve({ server, caData, client: open() }) },
  };
}

const REGION = { country: "DE", geographicRegion: "eu-central", serverTypes: null };
const REGIONS = [
  { ...REGION, id: "local-1", name: "Local 1", available: true, reason: null },
  { ...REGION, id: "local-2", name: "Local 2", available: false, reason: "Disabled" },
  { ...REGION, id: "local-3", name: "Local 3", available: true, reason: null },
];
const CATALOG: Pick<Services, "providers"> = {
  providers: {
    list: () => [
      {
        id: "local",
        name: "Local",
        tiers: ["shared", "dedicated", "production"],
        available: true,
        reason: null,
        canCreateClusters: true,
      },
    ],
    regions: () => Promise.resolve(REGIONS),
    checkRegions: () => Promise.resolve({ regions: REGIONS, checkedAt: new Date() }),
    serverTypes: () =>
      Promise.resolve([
        { id: "small", cpu: 2, memoryMb: 4096, pricePerMonth: "4.50", available: true, regions: null },
        { id: "medium", cpu: 4, memoryMb: 8192, pricePerMonth: "8.90", available: true, regions: null },
      ]),
    storagePrice: () => Promise.resolve({ perGbMonth: "0.0440", source: "api", fetchedAt: new Date(), isStale: false }),
  },
};

/** Finds what an object names: a backup its database, all but clusters the cluster. */
async function findNamed(
  kube: KubeClient,
  object: KubeObject,
): Promise<Readonly<{ database: KubeObject | undefined; cluster: KubeObject | undefined }>> {
  const namespace = object.metadata.namespace ?? "";
  const find = async (type: ResourceType, name: string | undefined): Promise<KubeObject | undefined> =>
    name === undefined ? undefined : kube.get(type, { namespace, name });
  const spec = object["spec"] as { cluster?: string; database?: string };
  const database = await find(DATABASE_INSTANCES, spec.database);
  const placed = (database?.["spec"] ?? spec) as { cluster?: string };
  return { database, cluster: await find(CLUSTERS, placed.cluster) };
}

function mirrorOf(
  services: Services,
  kube: KubeClient,
): Pick<TestGateway, "mirror" | "mirrorObject" | "settle" | "finish"> {
  const store = new ResourceStore(services.pool);
  const { renderValues } = createProjection(services.config, services.textWork);
  const adopted = store.adoptEpoch("test");
  const find = async (kind: Kind, id: string): Promise<KubeObject> => {
    const { namespace, name } = await placeOf({ services }, id);
    const object = await kube.get(TYPES[kind], { namespace, name });
    if (object === undefined) throw new Error(`${kind} ${id} is not there`);
    return object;
  };
  const write = async (kind: Kind, object: KubeObject, isDeleted: boolean): Promise<void> => {
    await adopted;
    const organizationId = object.metadata.labels?.["hosting.berth.dev/organization-id"] ?? "";
    const owners = { organizationId, ownerId: object.metadata.labels?.["hosting.berth.dev/user-id"] ?? "" };
    const { database, cluster } = await findNamed(kube, object);
    const row = projectResource(kind, object as unknown as CustomResource, {
      ...owners,
      renderValues,
      ...(database && { databaseId: recordId(database as unknown as CustomResource) }),
      ...(cluster && { cluster: deriveClusterContext(cluster as unknown as CustomResource, owners) }),
    });
    await store.mirror("test", isDeleted ? { rows: [], deleted: [row] } : { rows: [row], deleted: [] });
  };
  return {
    mirror: async (kind, id) => write(kind, await find(kind, id), false),
    mirrorObject: (kind, object) => write(kind, object, false),
    async settle(kind, id, phase = "running", status = {}) {
      const { metadata } = await find(kind, id);
      const ref = { namespace: metadata.namespace ?? "", name: metadata.name };
      const body = { status: { ...status, phase, observedGeneration: metadata.generation } };
      const options = { fieldManager: "test", subresource: "status" };
      await write(kind, await kube.patch(TYPES[kind], ref, { kind: "merge", body }, options), false);
    },
    async finish(kind, id) {
      const object = await find(kind, id);
      const ref = { namespace: object.metadata.namespace ?? "", name: object.metadata.name };
      const body = { metadata: { finalizers: null } };
      await kube.patch(TYPES[kind], ref, { kind: "merge", body }, { fieldManager: "test" });
      await write(kind, object, true);
    },
  };
}
