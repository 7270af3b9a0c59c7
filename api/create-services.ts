import type { Logger } from "../adapters/log/logger.ts";
import { createKubeClient } from "../adapters/kubernetes/kube-client.ts";
import { createPasswords } from "../adapters/passwords/passwords.ts";
import { createApiKeyStore } from "../adapters/postgres/api-key-store.ts";
import { ChangeFeed } from "../adapters/postgres/change-feed.ts";
import { createIdentityStore } from "../adapters/postgres/identity-store.ts";
import { createPool } from "../adapters/postgres/pool.ts";
import { createPrisma } from "../adapters/postgres/prisma.ts";
import { createRegionOverrides } from "../adapters/postgres/region-overrides.ts";
import { createSessionStore } from "../adapters/postgres/session-store.ts";
import { createWriteLedger } from "../adapters/postgres/write-ledger.ts";
import { createLocalCloudClient } from "../adapters/providers/local-cloud-client.ts";
import { createWebhookPost } from "../adapters/outgoing/webhook-post.ts";
import { createLocalClusterAccess } from "./clusters/local-cluster-access.ts";
import type { Config } from "./config.ts";
import { EventHub } from "./events/event-hub.ts";
import { tellEvents } from "./events/tell-events.ts";
import { createLoginLimits } from "./http/login-limits.ts";
import { UseNotes } from "./http/note-use.ts";
import { createLocalProviderCatalog } from "./providers/local-provider-catalog.ts";
import { createFingerprintKey } from "./http/fingerprint-key.ts";
import { createOrganizationNamespaces } from "./resources/organization-namespaces.ts";
import { createProjection } from "./resources/projection.ts";
import { createSecretSeal } from "./webhooks/seal-secret.ts";
import { WebhookDeliverer } from "./webhooks/webhook-deliverer.ts";
import type { Services } from "./services.ts";

const POOL_CONNECTIONS = 10;
/** Half a minute is what decisions.md 2 gives the second step of a write. */
const KUBE_TIMEOUT_MS = 30_000;

/** Puts the parts of the gateway together; nothing connects before its first use. */
export function createServices(
  config: Config,
  log: Logger,
): Readonly<{ services: Services; beginStop: () => void; close: () => Promise<void> }> {
  const pool = connectPostgres(config, log);
  const prisma = createPrisma(pool);
  const kube = connectKubernetes(config);
  const cloud = config.localCloud === undefined ? undefined : createLocalCloudClient(config.localCloud);
  const uses = new UseNotes(pool, log);
  const loginLimits = createLoginLimits(config.rateLimit);
  const stopping = new AbortController();
  const changes = new ChangeFeed(config.postgresUrl, log);
  const delivery = createDelivery(config, { pool, log, changes });
  const following = Promise.all([changes.run(stopping.signal), delivery.webhooks.run(stopping.signal)]);
  const services: Services = {
    config,
    isSecure: config.publicUrl?.startsWith("https:") === true,
    log,
    pool,
    kube,
    identity: createIdentityStore(prisma),
    sessions: createSessionStore(prisma),
    apiKeys: createApiKeyStore(prisma),
    passwords: createPasswords(),
    ledger: createWriteLedger(pool),
    projection: createProjection(config),
    changes,
    ...delivery,
    events: new EventHub({ feed: changes, tell: (told) => tellEvents(pool, told), log }),
    stopping: stopping.signal,
    namespaces: createOrganizationNamespaces(kube),
    clusterAccess: createLocalClusterAccess(cloud),
    providers: createLocalProviderCatalog(cloud, createRegionOverrides(prisma)),
    loginLimits,
    uses,
    fingerprintKey: createFingerprintKey(config),
  };
  return {
    services,
    beginStop: () => stopping.abort(),
    async close() {
      stopping.abort();
      await following;
      loginLimits.close();
      await uses.close();
      await prisma.$disconnect();
      await Promise.all([pool.end(), kube.close()]);
    },
  };
}

function createDelivery(
  config: Config,
  { pool, log, changes }: Readonly<{ pool: Services["pool"]; log: Logger; changes: ChangeFeed }>,
): Readonly<{ webhooks: WebhookDeliverer; secretSeal: Services["secretSeal"] }> {
  const secretSeal = createSecretSeal(config);
  const webhooks = new WebhookDeliverer({
    pool,
    log,
    feed: changes,
    post: createWebhookPost({ allowPrivate: config.webhookAllowPrivate }),
    tell: (told) => tellEvents(pool, told),
    openSecret: secretSeal.open,
  });
  return { webhooks, secretSeal };
}

function connectKubernetes({ kubeconfig }: Config): Services["kube"] {
  const source = kubeconfig === undefined ? ({ inCluster: true } as const) : { kubeconfigPath: kubeconfig };
  return createKubeClient(source, { requestTimeoutMs: KUBE_TIMEOUT_MS, userAgent: "berth-api" });
}

/** Planning the joined reads anew costs more than running them; their plans do not depend on the values. */
function withGenericPlans(postgresUrl: string): string {
  const url = new URL(postgresUrl);
  const given = url.searchParams.get("options");
  url.searchParams.set("options", `${given === null ? "" : `${given} `}-c plan_cache_mode=force_generic_plan`);
  return url.href;
}

function connectPostgres({ postgresUrl }: Config, log: Logger): Services["pool"] {
  return createPool(withGenericPlans(postgresUrl), {
    max: POOL_CONNECTIONS,
    applicationName: "berth-api",
    onError: () => void log.debug("An idle connection to Postgres broke"),
  });
}
