import type { KubeClient } from "../adapters/kubernetes/kube-port.ts";
import { FOREIGN_BOUNDS } from "../adapters/kubernetes/foreign-bounds.ts";
import { createKubeClient } from "../adapters/kubernetes/kube-client.ts";
import type { Logger } from "../adapters/log/logger.ts";
import { createRegionOverrides } from "../adapters/postgres/resources/region-overrides.ts";
import { createHetznerClient } from "../adapters/providers/hetzner-client.ts";
import { createLocalCloudClient } from "../adapters/providers/local-cloud-client.ts";
import { createAddressGuard } from "../adapters/outgoing/address-guard.ts";
import { createAddressResolver } from "../adapters/dns/address-resolver.ts";
import { createChartHostJudge } from "../adapters/outgoing/chart-host-judge.ts";
import { createCredentialChecks } from "./cloud-credentials/check-credential.ts";
import { createClusterFinders } from "./clusters/imports/cluster-finders.ts";
import { createImportLimit } from "./clusters/imports/import-limit.ts";
import { createClusterAccess } from "./clusters/cluster-access.ts";
import { createTenantReader } from "./clusters/tenant-reader.ts";
import { createProviderCatalog } from "./providers/create-provider-catalog.ts";
import { createProviderSources } from "./providers/provider-sources.ts";
import { UsageLooks } from "./usage/usage-looks.ts";
import type { Config } from "./config.ts";
import type { Services } from "./services.ts";

const MEBIBYTE = 1024 * 1024;
const FOREIGN_TIMEOUT_MS = 10_000;

type Prisma = Parameters<typeof createRegionOverrides>[0];
type Parts = Readonly<{ kube: KubeClient; log: Logger; prisma: Prisma }>;
type TenantAccess = "clusterAccess" | "tenantReader" | "usageLooks" | "connectCluster" | "judgeChartHost";
type Clouds = "clusterFinders" | "importLimit" | "providers" | "credentialChecks";

/** Puts together what reaches the clusters of tenants, and the clouds that have them. */
export function createClusterServices(
  config: Config,
  { kube, ...parts }: Parts,
): Pick<Services, TenantAccess | Clouds> {
  return { ...createTenantAccess(config, kube), ...createProviders(config, parts) };
}

/** Puts together the ways to tenant clusters; wherever they are, their addresses are judged at every connection. */
function createTenantAccess({ imports, chartHosts }: Config, kube: KubeClient): Pick<Services, TenantAccess> {
  const guard = createAddressGuard(imports.addresses);
  const clusterAccess = createClusterAccess(kube, guard);
  const foreign = {
    requestTimeoutMs: FOREIGN_TIMEOUT_MS,
    connectionsMax: 4,
    userAgent: "berth-api",
    guard,
    ...FOREIGN_BOUNDS,
    // A client is made for one preflight.
    totalBytesMax: 32 * MEBIBYTE,
  };
  return {
    clusterAccess,
    judgeChartHost: createChartHostJudge(chartHosts, createAddressResolver()),
    tenantReader: createTenantReader(clusterAccess),
    usageLooks: new UsageLooks(),
    connectCluster: (access) => createKubeClient(access, foreign),
  };
}

/** Puts together what speaks with cloud providers. */
function createProviders(config: Config, { log, prisma }: Omit<Parts, "kube">): Pick<Services, Clouds> {
  return {
    importLimit: createImportLimit(config.imports.preflightsPerHour),
    clusterFinders: createClusterFinders(config),
    providers: createProviderCatalog(providerSources(config, log), createRegionOverrides(prisma)),
    credentialChecks: createCredentialChecks(config),
  };
}

function providerSources(config: Config, log: Logger): ReturnType<typeof createProviderSources> {
  const local = config.localCloud && createLocalCloudClient(config.localCloud);
  const hetzner = config.hetzner && {
    cloud: createHetznerClient(config.hetzner),
    canCreateClusters: config.hetzner.canCreateClusters,
  };
  return createProviderSources({ local, hetzner, log });
}
