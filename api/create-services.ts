import type { Logger } from "../adapters/log/logger.ts";
import { AccessReads } from "../adapters/postgres/identity/access-reads.ts";
import { createKubeClient } from "../adapters/kubernetes/kube-client.ts";
import { KubernetesSecretStore } from "../adapters/kubernetes/secret-store.ts";
import { createMollieProvider } from "../adapters/payments/mollie-provider.ts";
import { createPasswords } from "../adapters/passwords/passwords.ts";
import { createApiKeyStore } from "../adapters/postgres/identity/api-key-store.ts";
import { ChangeFeed } from "../adapters/postgres/resources/change-feed.ts";
import { createIdentityStore } from "../adapters/postgres/identity/identity-store.ts";
import { createPool } from "../adapters/postgres/pool.ts";
import { ResourceReads } from "../adapters/postgres/resources/resource-reads.ts";
import { createPrisma } from "../adapters/postgres/prisma.ts";
import { createSessionStore } from "../adapters/postgres/identity/session-store.ts";
import { createWriteLedger } from "../adapters/postgres/resources/write-ledger.ts";
import { createMailTransport } from "../adapters/outgoing/mail-transport.ts";
import { createHarborClient } from "../adapters/registry/harbor-client.ts";
import { createRegistryStorageClient } from "../adapters/registry/registry-storage-client.ts";
import { VaultSecretStore } from "../adapters/secrets/vault-secret-store.ts";
import { createViesClient } from "../adapters/vat/vies-client.ts";
import { createClientDocuments } from "../adapters/outgoing/client-document.ts";
import { createWebhookPost } from "../adapters/outgoing/webhook-post.ts";
import { FIELD_MANAGERS } from "../contract/identity.ts";
import { createTextWork } from "./resources/text-work.ts";
import type { SecretStore } from "../contract/secret-store.ts";
import type { Config } from "./config.ts";
import { tellDelivered } from "./alerts/tell-alerts.ts";
import { AccessRounds } from "./pod-access/access-rounds.ts";
import { EventHub } from "./events/event-hub.ts";
import { tellEvents } from "./events/tell-events.ts";
import { createLoginLimits } from "./http/login-limits.ts";
import { RefusalNotes } from "./http/note-refusals.ts";
import { WaitingRoom } from "./http/waiting-room.ts";
import { withWriteBudget } from "./resources/budgeted-ledger.ts";
import { UseNotes } from "./http/note-use.ts";
import { vatIdOf } from "./invoices/vat-number.ts";
import { VatVerifier } from "./invoices/vat-verifier.ts";
import { createLoginProviders } from "./logins/create-login-providers.ts";
import { MailSender } from "./mail/mail-sender.ts";
import { createMailbox, type Mailbox } from "./mail/mailbox.ts";
import { createTokenOf } from "./mail/mailed-token.ts";
import { writeLetter } from "./mail/write-letter.ts";
import { SessionRoom } from "./pod-access/session-room.ts";
import { createClusterServices } from "./create-cluster-services.ts";
import { createFingerprintKey } from "./http/fingerprint-key.ts";
import { createOwnRegistry } from "./registry/own-registry.ts";
import { findLimits } from "../adapters/postgres/identity/admin-organization-store.ts";
import { createOrganizationNamespaces } from "./resources/organization-namespaces.ts";
import { readChartVersions } from "./resources/chart-versions.ts";
import { createProjection } from "./resources/projection.ts";
import { KeptLines } from "./logs/kept-lines.ts";
import { MetricsHistory } from "./usage/metrics-history.ts";
import { guardStore } from "./secrets/guard-store.ts";
import { createSecretSeal } from "./webhooks/seal-secret.ts";
import { WebhookDeliverer } from "./webhooks/webhook-deliverer.ts";
import type { Services } from "./services.ts";
import { withoutEndSlashes } from "../contract/without-end-slashes.ts";

const POOL_CONNECTIONS = 10;
/** Half a minute is what the second step of a write has (docs/adr/0014). */
const KUBE_TIMEOUT_MS = 30_000;

/** Puts the parts of the gateway together; nothing connects before its first use. */
export function createServices(
  config: Config,
  log: Logger,
): Readonly<{ services: Services; beginDrain: () => void; beginStop: () => void; close: () => Promise<void> }> {
  const pool = connectPostgres(config, log);
  const prisma = createPrisma(pool);
  const kube = connectKubernetes(config);
  const notes = { uses: new UseNotes(pool, log, config.sessions), refusals: new RefusalNotes(pool, log) };
  const loginLimits = createLoginLimits(config.loginRates);
  const [draining, stopping] = [new AbortController(), new AbortController()];
  const stores = createStores(config, prisma);
  const { loops, ...messengers } = createMessengers(config, { pool, log, identity: stores.identity });
  const store = createSecretStore(config, kube);
  const following = Promise.all(loops.map((loop) => loop.run(stopping.signal)));
  const services: Services = {
    ...createOfSettings(config),
    log,
    pool,
    reads: new ResourceReads(pool),
    kube,
    ...stores,
    ledger: withWriteBudget(createWriteLedger(pool), config.writesPerMinute),
    waitingRoom: new WaitingRoom(config.waitsPerUser),
    ...messengers,
    ...createAccess(config, pool, messengers.events),
    draining: draining.signal,
    stopping: stopping.signal,
    namespaces: createOrganizationNamespaces(kube, (id) => findLimits(pool, id)),
    secrets: guardStore(store),
    ...createClusterServices(config, { log, kube, prisma }),
    ...createRegistry(config, pool),
    loginLimits,
    ...notes,
  };
  return {
    services,
    beginDrain: () => draining.abort(),
    beginStop: () => stopping.abort(),
    async close() {
      stopping.abort();
      await following;
      loginLimits.close();
      await Promise.all([notes.uses.close(), notes.refusals.close(), services.textWork.close()]);
      store.close();
      await prisma.$disconnect();
      await Promise.all([pool.end(), kube.close()]);
    },
  };
}

/** Puts together what sessions in pods are counted by, and what they and other long connections live by. */
function createAccess(
  config: Config,
  pool: Services["pool"],
  events: EventHub,
): Pick<Services, "sessionRoom" | "accessReads" | "accessRounds"> {
  return {
    sessionRoom: new SessionRoom(config.podAccess.perUser),
    accessReads: new AccessReads(pool),
    accessRounds: new AccessRounds(events),
  };
}

type OfSettings =
  | "config"
  | "isSecure"
  | "projection"
  | "chartVersions"
  | "payments"
  | "logins"
  | "textWork"
  | "fingerprintKey"
  | "metricsHistory"
  | "keptLines"
  | "fetchClientDocument";

/** Puts together what needs nothing but the settings. */
function createOfSettings(config: Config): Pick<Services, OfSettings> {
  const textWork = createTextWork();
  return {
    config,
    isSecure: config.publicUrl?.startsWith("https:") === true,
    projection: createProjection(config, textWork),
    chartVersions: readChartVersions(),
    payments: config.mollie === undefined ? undefined : createMollieProvider(config.mollie),
    logins: createLoginProviders(config),
    textWork,
    fingerprintKey: createFingerprintKey(config),
    metricsHistory: new MetricsHistory(config.history),
    keptLines: new KeptLines(config.logStore),
    fetchClientDocument: createClientDocuments(),
  };
}

/** Puts together what speaks with the registry. */
function createRegistry(
  { harbor, ownRegistry }: Config,
  pool: Services["pool"],
): Pick<Services, "registry" | "registryStorage"> {
  const own = ownRegistry && createOwnRegistry(ownRegistry.host, pool);
  return {
    registry: harbor === undefined ? own : createHarborClient(harbor),
    registryStorage: ownRegistry?.storage && createRegistryStorageClient(ownRegistry.storage),
  };
}

/** Puts together what reads and writes the records of people. */
function createStores(
  { sessions }: Config,
  prisma: Prisma,
): Pick<Services, "identity" | "sessions" | "apiKeys" | "passwords"> {
  return {
    identity: createIdentityStore(prisma),
    sessions: createSessionStore(prisma, sessions),
    apiKeys: createApiKeyStore(prisma),
    passwords: createPasswords(),
  };
}

type Prisma = Parameters<typeof createIdentityStore>[0];
type Messengers = Pick<Services, "changes" | "events" | "webhooks" | "secretSeal" | "mailbox" | "vat">;
type Loop = Readonly<{ run: (signal: AbortSignal) => Promise<void> }>;

/** Puts together what tells others of changes; its loops run while the gateway does. */
function createMessengers(
  config: Config,
  parts: Pick<Services, "pool" | "log" | "identity">,
): Messengers & Readonly<{ loops: readonly Loop[] }> {
  const { pool, log } = parts;
  const changes = new ChangeFeed(config.postgresUrl.reveal(), log);
  const secretSeal = createSecretSeal(config);
  const webhooks = new WebhookDeliverer({
    pool,
    log,
    feed: changes,
    post: createWebhookPost({ allowPrivate: config.webhookAllowPrivate }),
    tell: (told) => tellDelivered(pool, told),
    openSecret: secretSeal.open,
  });
  const events = new EventHub({ feed: changes, tell: (told) => tellEvents(pool, told), log });
  const mail = createMail(config, parts);
  const vat = createVatVerifier(config, parts);
  const loops = [changes, webhooks, mail?.sender, vat].filter((loop) => loop !== undefined);
  return { changes, events, webhooks, secretSeal, mailbox: mail?.mailbox, vat, loops };
}

function createMail(
  config: Config,
  { pool, log, identity }: Pick<Services, "pool" | "log" | "identity">,
): Readonly<{ sender: MailSender; mailbox: Mailbox }> | undefined {
  const { smtp, publicUrl } = config;
  if (smtp === undefined || publicUrl === undefined) return undefined;
  const tokenOf = createTokenOf(config);
  const parts = { pool, identity, tokenOf, baseUrl: `${withoutEndSlashes(publicUrl)}/api/v1` };
  const sender = new MailSender({
    pool,
    log,
    transport: createMailTransport(smtp),
    write: (mail) => writeLetter(parts, mail),
  });
  return { sender, mailbox: createMailbox(tokenOf, () => sender.wake()) };
}

function createVatVerifier({ vies }: Config, { pool, log }: Pick<Services, "pool" | "log">): VatVerifier | undefined {
  if (vies === undefined) return undefined;
  const requester = vies.sellerVatNumber === undefined ? undefined : vatIdOf(vies.sellerVatNumber);
  return new VatVerifier({ pool, log, check: createViesClient({ url: vies.url, requester }) });
}

function createSecretStore({ vault }: Config, kube: Services["kube"]): SecretStore {
  if (vault !== undefined) return new VaultSecretStore(vault);
  return new KubernetesSecretStore(kube, { fieldManager: FIELD_MANAGERS.api });
}

function connectKubernetes({ kube }: Config): Services["kube"] {
  return createKubeClient(kube, { requestTimeoutMs: KUBE_TIMEOUT_MS, userAgent: "berth-api" });
}

/** Planning the joined reads anew costs more than running them; their plans do not depend on the values. */
function withGenericPlans(postgresUrl: string): string {
  const url = new URL(postgresUrl);
  const given = url.searchParams.get("options");
  url.searchParams.set("options", `${given === null ? "" : `${given} `}-c plan_cache_mode=force_generic_plan`);
  return url.href;
}

function connectPostgres({ postgresUrl }: Config, log: Logger): Services["pool"] {
  return createPool(withGenericPlans(postgresUrl.reveal()), {
    max: POOL_CONNECTIONS,
    applicationName: "berth-api",
    onError: () => void log.debug("An idle connection to Postgres broke"),
  });
}
