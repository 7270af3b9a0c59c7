import type { Logger } from "../adapters/log/logger.ts";
import type { PaymentProvider } from "../adapters/payments/payment-provider.ts";
import type { KubeClient } from "../adapters/kubernetes/kube-port.ts";
import type { FetchDocument } from "../adapters/outgoing/client-document.ts";
import type { JudgeChartHost } from "../adapters/outgoing/chart-host-judge.ts";
import type { Passwords } from "../adapters/passwords/passwords.ts";
import type { ChangeFeed } from "../adapters/postgres/resources/change-feed.ts";
import type { AccessReads } from "../adapters/postgres/identity/access-reads.ts";
import type { ApiKeyStore } from "../adapters/postgres/identity/api-key-store.ts";
import type { IdentityStore } from "../adapters/postgres/identity/identity-store.ts";
import type { Pool } from "../adapters/postgres/pool.ts";
import type { SessionStore } from "../adapters/postgres/identity/session-store.ts";
import type { RegistryClient } from "../adapters/registry/registry-client.ts";
import type { RegistryStorage } from "../adapters/registry/registry-storage-client.ts";
import type { ResourceReads } from "../adapters/postgres/resources/resource-reads.ts";
import type { WriteLedger } from "../adapters/postgres/resources/write-ledger.ts";
import type { SecretStore } from "../contract/secret-store.ts";
import type { ImportAccess } from "../render/import/cluster-login.ts";
import type { FindCluster } from "./clusters/imports/cluster-finders.ts";
import type { TextWork } from "./resources/text-work.ts";
import type { ImportLimit } from "./clusters/imports/import-limit.ts";
import type { Config } from "./config.ts";
import type { CheckCredential } from "./cloud-credentials/check-credential.ts";
import type { ClusterAccess } from "./clusters/cluster-access.ts";
import type { TenantReader } from "./clusters/tenant-reader.ts";
import type { EventHub } from "./events/event-hub.ts";
import type { VatVerifier } from "./invoices/vat-verifier.ts";
import type { Mailbox } from "./mail/mailbox.ts";
import type { LoginLimits } from "./http/login-limits.ts";
import type { LoginProviders } from "./logins/create-login-providers.ts";
import type { WaitingRoom } from "./http/waiting-room.ts";
import type { RefusalNotes } from "./http/note-refusals.ts";
import type { UseNotes } from "./http/note-use.ts";
import type { AccessRounds } from "./pod-access/access-rounds.ts";
import type { SessionRoom } from "./pod-access/session-room.ts";
import type { ProviderCatalog } from "./providers/provider-catalog.ts";
import type { OrganizationNamespaces } from "./resources/organization-namespaces.ts";
import type { KeptLines } from "./logs/kept-lines.ts";
import type { MetricsHistory } from "./usage/metrics-history.ts";
import type { UsageLooks } from "./usage/usage-looks.ts";
import type { SecretSeal } from "./webhooks/seal-secret.ts";
import type { WebhookDeliverer } from "./webhooks/webhook-deliverer.ts";
import type { ChartVersions } from "./resources/chart-versions.ts";
import type { ProjectionPort } from "./resources/projection-port.ts";

/** Everything that handlers work with; only main.ts (and tests) put it together. */
export type Services = Readonly<{
  config: Config;
  /** Whether cookies get the __Host- prefix: the public address is https. */
  isSecure: boolean;
  log: Logger;
  pool: Pool;
  /** Reads single resources for REST. */
  reads: ResourceReads;
  kube: KubeClient;
  identity: IdentityStore;
  sessions: SessionStore;
  apiKeys: ApiKeyStore;
  passwords: Passwords;
  ledger: WriteLedger;
  /** Counts who waits for answers. */
  waitingRoom: WaitingRoom;
  projection: ProjectionPort;
  /** Versions of the platform's charts in this release. */
  chartVersions: ChartVersions;
  events: EventHub;
  /** Reads whether long connections may go on. */
  accessReads: AccessReads;
  /** Says when the access of sessions in pods is asked for. */
  accessRounds: AccessRounds;
  webhooks: Pick<WebhookDeliverer, "wake">;
  secretSeal: SecretSeal;
  /** Reads the documents that describe applications of agents. */
  fetchClientDocument: FetchDocument;
  /** Undefined where no mail server is configured. */
  mailbox: Mailbox | undefined;
  /** Undefined where VIES is not asked. */
  vat: Pick<VatVerifier, "wake"> | undefined;
  /** Undefined where no payments are taken. */
  payments: PaymentProvider | undefined;
  changes: Pick<ChangeFeed, "waitForChange" | "subscribeRevocations">;
  /** Ends when the gateway stops: whoever waits then answers at once. */
  stopping: AbortSignal;
  /** Aborts before that: still serving, but nobody should come any more. */
  draining: AbortSignal;
  namespaces: OrganizationNamespaces;
  secrets: SecretStore;
  /** Undefined where there is no registry. */
  registry: RegistryClient | undefined;
  /** Undefined where nobody tells how much is stored there. */
  registryStorage: RegistryStorage | undefined;
  clusterAccess: ClusterAccess;
  /** Connects to a cluster that is not known yet; the addresses that it may have are guarded. */
  connectCluster: (access: ImportAccess) => KubeClient;
  importLimit: ImportLimit;
  textWork: TextWork;
  /** By provider: how a customer's cluster is found by a credential of theirs. */
  clusterFinders: ReadonlyMap<string, FindCluster>;
  tenantReader: TenantReader;
  usageLooks: Pick<UsageLooks, "look" | "lookAtNamespace">;
  metricsHistory: Pick<MetricsHistory, "read" | "readRoutes">;
  keptLines: Pick<KeptLines, "read">;
  /** Counts the shells and tunnels of users. */
  sessionRoom: SessionRoom;
  /** Says whether Argo CD may fetch charts from there. */
  judgeChartHost: JudgeChartHost;
  providers: ProviderCatalog;
  /** By provider: whose customers may bring tokens of their own. */
  credentialChecks: ReadonlyMap<string, CheckCredential>;
  loginLimits: LoginLimits;
  logins: LoginProviders;
  uses: UseNotes;
  refusals: RefusalNotes;
  /** Keys the fingerprints of repeatable requests; the same for all gateways of an installation. */
  fingerprintKey: Buffer;
}>;
