import { randomUUID } from "node:crypto";
import type { OrganizationRole } from "../../contract/rest/operation.ts";

/** What the requests of the matrix are about; for the absent twin every id is one that nobody has. */
export type Targets = Readonly<{
  slug: string;
  organizationId: string;
  clusterId: string;
  deploymentId: string;
  upgradeId: string;
  databaseId: string;
  backupId: string;
  userId: string;
}>;

/** A valid request that changes nothing of the targets, with the statuses that say that its caller was let through. */
export type Input = Readonly<{
  path: string;
  /** A text is sent as it stands. */
  body?: object | string;
  headers?: Readonly<Record<string, string>>;
  method?: string;
  passes: readonly number[];
  /** The least role of what is asked here, where that is more than the operation's own. */
  least?: OrganizationRole;
  /** Platform admins are let through without a role. */
  platformAdmins?: true;
}>;

export const NOBODY = "01970000-0000-7000-8000-00000000dead";
/** A version that nothing has: the last check before a change refuses it. */
const STALE = { "if-match": '"999999.x"' };
const PASSED_UP_TO_VERSION = [412];

/** Makes targets that all have one id. */
export function targetsOf(id: string): Omit<Targets, "slug"> {
  return {
    organizationId: id,
    clusterId: id,
    deploymentId: id,
    upgradeId: id,
    databaseId: id,
    backupId: id,
    userId: id,
  };
}

/** Holds one request for each operation, by operationId; who adds an operation adds a row. */
export const INPUTS: Readonly<Record<string, (at: Targets) => Input>> = {
  register: () => ({ path: "/auth/register", body: { email: "x" }, passes: [422] }),
  login: () => ({ path: "/auth/login", body: { email: "x" }, passes: [422] }),
  logout: () => ({ path: "/auth/logout", passes: [200] }),
  listAuthProviders: () => ({ path: "/auth/providers", passes: [200] }),
  // The gateway of the matrix has no login providers.
  startProviderLogin: () => ({ path: "/auth/nobody/login", passes: [404] }),
  finishProviderLogin: () => ({ path: "/auth/nobody/callback", passes: [404] }),
  getHealth: () => ({ path: "/healthz", passes: [200] }),
  getReadiness: () => ({ path: "/readyz", passes: [200, 503] }),
  getMe: () => ({ path: "/auth/me", passes: [200] }),
  updateMe: () => ({ path: "/auth/me", body: { active_organization_id: NOBODY }, passes: [404] }),
  changePassword: () => ({
    path: "/auth/password",
    body: { current_password: "not this one", new_password: "staple battery horse" },
    passes: [422],
  }),
  // The gateway of the matrix has no mail server.
  forgotPassword: () => ({ path: "/auth/password/forgot", body: { email: "ada@example.org" }, passes: [409] }),
  resetPassword: () => ({
    path: "/auth/password/reset",
    body: { token: "matrix", new_password: "staple battery horse" },
    passes: [422],
  }),
  requestEmailVerification: () => ({ path: "/auth/email/verification", passes: [409] }),
  verifyEmail: () => ({ path: "/auth/email/verify", body: { token: "matrix" }, passes: [422] }),
  listSessions: () => ({ path: "/auth/sessions", passes: [200] }),
  deleteOtherSessions: () => ({ path: "/auth/sessions", passes: [200] }),
  deleteSession: () => ({ path: `/auth/sessions/${NOBODY}`, passes: [404] }),
  listKubeconfigs: () => ({ path: "/auth/kubeconfigs", passes: [200] }),
  deleteKubeconfig: () => ({ path: `/auth/kubeconfigs/${NOBODY}`, passes: [404] }),
  // Nobody has begun a sign-in, or has a second factor.
  getPendingLogin: () => ({ path: "/auth/login/second-factor", passes: [401] }),
  finishLogin: () => ({ path: "/auth/login/second-factor", body: {}, passes: [422] }),
  startProof: () => ({ path: "/auth/proof/challenge", passes: [200] }),
  proveAgain: () => ({ path: "/auth/proof", body: { code: "123456" }, passes: [401] }),
  listSecondFactors: () => ({ path: "/auth/second-factors", passes: [200] }),
  addTotpFactor: () => ({ path: "/auth/second-factors/totp", body: { name: "matrix" }, passes: [201] }),
  addPasskeyFactor: () => ({ path: "/auth/second-factors/passkeys", body: { name: "matrix" }, passes: [409] }),
  confirmSecondFactor: () => ({
    path: `/auth/second-factors/${NOBODY}/confirm`,
    body: { code: "123456" },
    passes: [404],
  }),
  deleteSecondFactor: () => ({ path: `/auth/second-factors/${NOBODY}`, passes: [404] }),
  replaceRecoveryCodes: () => ({ path: "/auth/second-factors/recovery-codes", passes: [409] }),
  impersonate: () => ({ path: "/auth/impersonate", body: { user_id: NOBODY, reason: "matrix" }, passes: [404] }),
  stopImpersonating: () => ({ path: "/auth/stop-impersonating", passes: [200, 409] }),
  createApiKey: () => ({ path: "/api-keys", body: { name: "matrix", scopes: ["api-keys:write"] }, passes: [201] }),
  listApiKeys: () => ({ path: "/api-keys", passes: [200] }),
  getApiKey: () => ({ path: `/api-keys/${NOBODY}`, passes: [404] }),
  updateApiKey: () => ({ path: `/api-keys/${NOBODY}`, body: { name: "matrix" }, passes: [404] }),
  deleteApiKey: () => ({ path: `/api-keys/${NOBODY}`, passes: [404] }),
  rotateApiKey: () => ({ path: `/api-keys/${NOBODY}/rotate`, passes: [404] }),
  listOrganizations: () => ({ path: "/organizations", passes: [200] }),
  createOrganization: () => ({ path: "/organizations", body: { name: "matrix" }, passes: [201] }),
  getOrganization: ({ slug }) => ({ path: `/organizations/${slug}`, passes: [200] }),
  updateOrganization: ({ slug }) => ({
    path: `/organizations/${slug}`,
    body: { name: "matrix" },
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  deleteOrganization: ({ slug }) => ({ path: `/organizations/${slug}`, headers: STALE, passes: PASSED_UP_TO_VERSION }),
  listMembers: ({ slug }) => ({ path: `/organizations/${slug}/members`, passes: [200] }),
  getMember: ({ slug, userId }) => ({ path: `/organizations/${slug}/members/${userId}`, passes: [200] }),
  updateMember: ({ slug, userId }) => ({
    path: `/organizations/${slug}/members/${userId}`,
    body: { role: "viewer" },
    passes: [200],
  }),
  // Another one: everyone may leave.
  removeMember: ({ slug, userId }) => ({
    path: `/organizations/${slug}/members/${userId}`,
    passes: [200],
    least: "admin",
  }),
  getOrganizationUsage: ({ slug }) => ({ path: `/organizations/${slug}/usage`, passes: [200] }),
  listAudit: ({ slug }) => ({ path: `/organizations/${slug}/audit`, passes: [200] }),
  createInvitation: ({ slug }) => ({
    path: `/organizations/${slug}/invitations`,
    body: { email: `matrix-${randomUUID()}@example.org` },
    passes: [201],
  }),
  listInvitations: ({ slug }) => ({ path: `/organizations/${slug}/invitations`, passes: [200] }),
  revokeInvitation: ({ slug }) => ({ path: `/organizations/${slug}/invitations/${NOBODY}`, passes: [404] }),
  previewInvitation: () => ({ path: "/invitations/unknown", passes: [404] }),
  acceptInvitation: () => ({ path: "/invitations/unknown/accept", passes: [404] }),
  declineInvitation: () => ({ path: "/invitations/unknown/decline", passes: [404] }),
  getEstimatedTimes: () => ({ path: "/clusters/estimated-times", passes: [200] }),
  getStoragePricing: () => ({ path: "/providers/local/storage-pricing", passes: [200] }),
  setRegion: () => ({ path: "/admin/providers/local/regions/nowhere", body: { enabled: true }, passes: [404] }),
  // No region of that name: who may create one is told so.
  createHostCluster: () => ({
    path: "/admin/clusters",
    body: { name: "matrix", provider: "local", region: "nowhere", tier: "dedicated" },
    passes: [422],
  }),
  getPlatformHealth: () => ({ path: "/admin/health", passes: [200] }),
  listPlatformClusters: () => ({ path: "/admin/clusters", passes: [200] }),
  getPlatformKubeconfig: () => ({ path: `/admin/clusters/${NOBODY}/kubeconfig`, passes: [404] }),
  listAllOrganizations: () => ({ path: "/admin/organizations", passes: [200] }),
  setOrganizationLimits: ({ slug }) => ({
    path: `/admin/organizations/${slug}`,
    body: { quotas: { clusters: 5 } },
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  // 404 also where it may be read: there are none yet.
  getInvoiceSettings: ({ slug }) => ({ path: `/organizations/${slug}/invoice-settings`, passes: [404] }),
  updateInvoiceSettings: ({ slug }) => ({
    path: `/organizations/${slug}/invoice-settings`,
    body: { city: "Matrix" },
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  // No provider of that name: who may create one is told so.
  createCloudCredential: ({ organizationId }) => ({
    path: "/cloud-credentials",
    body: { name: "matrix", provider: "nowhere", token: "x", organization_id: organizationId },
    passes: [422],
  }),
  listCloudCredentials: ({ organizationId }) => ({
    path: `/cloud-credentials?organization_id=${organizationId}`,
    passes: [200],
  }),
  deleteCloudCredential: ({ organizationId }) => ({
    path: `/cloud-credentials/${NOBODY}?organization_id=${organizationId}`,
    passes: [404],
  }),
  getRegistryCredentials: ({ organizationId }) => ({
    path: `/registry/credentials?organization_id=${organizationId}`,
    passes: [200],
  }),
  // The gateway of the matrix has no registry.
  regenerateRegistryCredentials: ({ organizationId }) => ({
    path: `/registry/credentials/regenerate?organization_id=${organizationId}`,
    passes: [409],
  }),
  createSecret: ({ organizationId }) => ({
    path: "/secrets",
    body: { name: `matrix-${randomUUID()}`, value: "x", organization_id: organizationId },
    passes: [201],
  }),
  listSecrets: ({ organizationId }) => ({ path: `/secrets?organization_id=${organizationId}`, passes: [200] }),
  getSecret: ({ organizationId }) => ({ path: `/secrets/nothing?organization_id=${organizationId}`, passes: [404] }),
  replaceSecret: ({ organizationId }) => ({
    path: `/secrets/nothing?organization_id=${organizationId}`,
    body: { value: "x" },
    passes: [404],
  }),
  deleteSecret: ({ organizationId }) => ({ path: `/secrets/nothing?organization_id=${organizationId}`, passes: [404] }),
  // The gateway of the matrix takes no payments.
  getPaymentMethod: ({ organizationId }) => ({
    path: `/billing/payment-method?organization_id=${organizationId}`,
    passes: [409],
  }),
  addPaymentMethod: ({ organizationId }) => ({
    path: "/billing/payment-method",
    body: { organization_id: organizationId },
    passes: [409],
  }),
  removePaymentMethod: ({ organizationId }) => ({
    path: `/billing/payment-method?organization_id=${organizationId}`,
    passes: [409],
  }),
  receiveMollieNotice: () => ({
    path: "/billing/mollie/webhook",
    body: "id=tr_matrix",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    passes: [409],
  }),
  listConnectedApplications: () => ({ path: "/connected-applications", passes: [200] }),
  disconnectApplication: () => ({ path: `/connected-applications/${NOBODY}`, passes: [404] }),
  listOauthClients: () => ({ path: "/admin/oauth-clients", passes: [200] }),
  createOauthClient: () => ({
    path: "/admin/oauth-clients",
    body: { name: "matrix", type: "public", redirect_uris: ["http://127.0.0.1/"], scopes: ["deployments:read"] },
    passes: [201],
  }),
  getOauthClient: () => ({ path: `/admin/oauth-clients/${NOBODY}`, passes: [404] }),
  updateOauthClient: () => ({ path: `/admin/oauth-clients/${NOBODY}`, body: { name: "matrix" }, passes: [404] }),
  deleteOauthClient: () => ({ path: `/admin/oauth-clients/${NOBODY}`, passes: [404] }),
  rotateOauthClientSecret: () => ({ path: `/admin/oauth-clients/${NOBODY}/rotate-secret`, passes: [404] }),
  createWebhook: ({ slug }) => ({
    path: `/organizations/${slug}/webhooks`,
    body: { url: "https://hooks.example.org/berth" },
    passes: [201],
  }),
  listWebhooks: ({ slug }) => ({ path: `/organizations/${slug}/webhooks`, passes: [200] }),
  getWebhook: ({ slug }) => ({ path: `/organizations/${slug}/webhooks/${NOBODY}`, passes: [404] }),
  updateWebhook: ({ slug }) => ({
    path: `/organizations/${slug}/webhooks/${NOBODY}`,
    body: { description: "matrix" },
    passes: [404],
  }),
  deleteWebhook: ({ slug }) => ({ path: `/organizations/${slug}/webhooks/${NOBODY}`, passes: [404] }),
  testWebhook: ({ slug }) => ({ path: `/organizations/${slug}/webhooks/${NOBODY}/test`, passes: [404] }),
  rotateWebhookSecret: ({ slug }) => ({
    path: `/organizations/${slug}/webhooks/${NOBODY}/rotate-secret`,
    passes: [404],
  }),
  listWebhookDeliveries: ({ slug }) => ({
    path: `/organizations/${slug}/webhooks/${NOBODY}/deliveries`,
    passes: [404],
  }),
  listProviders: () => ({ path: "/providers", passes: [200] }),
  listRegions: () => ({ path: "/providers/local/regions", passes: [200] }),
  listServerTypes: () => ({ path: "/providers/local/server-types?region=local-1", passes: [200] }),
  // No provider of that name finds clusters: who may import is told so.
  preflightImport: ({ organizationId }) => ({
    path: "/clusters/preflight-import",
    body: {
      provider: "nowhere",
      cloud_credential_id: NOBODY,
      provider_cluster_id: "x",
      organization_id: organizationId,
    },
    passes: [422],
  }),
  importCluster: ({ organizationId }) => ({
    path: "/clusters/import",
    body: {
      name: "matrix",
      provider: "nowhere",
      region: "nowhere",
      acknowledge_bundle_install: true,
      cloud_credential_id: NOBODY,
      provider_cluster_id: "x",
      organization_id: organizationId,
    },
    passes: [422],
  }),
  createCluster: ({ organizationId }) => ({
    path: "/clusters?dry_run=true",
    body: { name: "matrix", provider: "local", region: "local-1", tier: "shared", organization_id: organizationId },
    passes: [200],
  }),
  listClusters: () => ({ path: "/clusters", passes: [200, 404] }),
  getCluster: ({ clusterId }) => ({ path: `/clusters/${clusterId}`, passes: [200] }),
  deleteCluster: ({ clusterId }) => ({ path: `/clusters/${clusterId}`, headers: STALE, passes: PASSED_UP_TO_VERSION }),
  // The cluster of the matrix is a shared one.
  getClusterBundle: ({ clusterId }) => ({ path: `/clusters/${clusterId}/bundle`, passes: [200] }),
  updateComponentBundle: ({ clusterId }) => ({
    path: `/clusters/${clusterId}/component-bundle`,
    body: { version: "stable" },
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  updateAutoscaling: ({ clusterId }) => ({
    path: `/clusters/${clusterId}/autoscaling`,
    body: { autoscaling_enabled: true, min_nodes: 1, max_nodes: 2 },
    passes: [409],
  }),
  updateRegionLocations: ({ clusterId }) => ({
    path: `/clusters/${clusterId}/region-locations`,
    body: { region_locations: ["fsn1"] },
    passes: [409],
  }),
  updateServerType: ({ clusterId }) => ({
    path: `/clusters/${clusterId}/server-type`,
    body: { server_type: "medium" },
    passes: [409],
  }),
  retryServerType: ({ clusterId }) => ({ path: `/clusters/${clusterId}/server-type/retry`, passes: [409] }),
  retryCluster: ({ clusterId }) => ({
    path: `/clusters/${clusterId}/retry`,
    body: { region: "local-2" },
    passes: [409],
  }),
  getClusterKubeconfig: ({ clusterId }) => ({ path: `/clusters/${clusterId}/kubeconfig`, passes: [200] }),
  // One is open already, or was just decided.
  requestUpgrade: ({ clusterId }) => ({
    path: `/clusters/${clusterId}/upgrades/request`,
    body: { to_version: "1.36.3" },
    passes: [201, 409],
  }),
  listUpgrades: ({ clusterId }) => ({ path: `/clusters/${clusterId}/upgrades`, passes: [200] }),
  listUpgradeRequests: () => ({ path: "/upgrades", passes: [200] }),
  listClusterWorkloads: ({ clusterId }) => ({ path: `/clusters/${clusterId}/workloads`, passes: [200] }),
  getUpgrade: ({ upgradeId }) => ({ path: `/upgrades/${upgradeId}`, passes: [200] }),
  approveUpgrade: ({ upgradeId }) => ({
    path: `/upgrades/${upgradeId}/approve`,
    platformAdmins: true,
    passes: [200, 409],
  }),
  rejectUpgrade: ({ upgradeId }) => ({ path: `/upgrades/${upgradeId}/reject`, passes: [200, 409] }),
  cancelUpgrade: ({ upgradeId }) => ({ path: `/upgrades/${upgradeId}/cancel`, least: "admin", passes: [200, 409] }),
  scheduleUpgrade: ({ upgradeId }) => ({
    path: `/upgrades/${upgradeId}/schedule`,
    body: { scheduled_date: "2999-01-01T00:00:00Z" },
    passes: [200, 409],
  }),
  // There was no preflight yet.
  getClusterPreflight: ({ clusterId }) => ({ path: `/clusters/${clusterId}/preflight`, passes: [404] }),
  getDeploymentMetricsHistory: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/metrics/history`,
    passes: [200],
  }),
  listAlerts: () => ({ path: "/alerts", passes: [200] }),
  getDeploymentAlertRules: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/alert-rules`, passes: [200] }),
  updateDeploymentAlertRules: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/alert-rules`,
    body: { memory: null },
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  getDatabaseAlertRules: ({ databaseId }) => ({ path: `/databases/${databaseId}/alert-rules`, passes: [200] }),
  updateDatabaseAlertRules: ({ databaseId }) => ({
    path: `/databases/${databaseId}/alert-rules`,
    body: { memory: null },
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  getDeploymentMetrics: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/metrics`, passes: [200] }),
  getDatabaseMetricsHistory: ({ databaseId }) => ({ path: `/databases/${databaseId}/metrics/history`, passes: [200] }),
  getDatabaseMetrics: ({ databaseId }) => ({ path: `/databases/${databaseId}/metrics`, passes: [200] }),
  getClusterMetricsHistory: ({ clusterId }) => ({ path: `/clusters/${clusterId}/metrics/history`, passes: [200] }),
  getClusterMetrics: ({ clusterId }) => ({ path: `/clusters/${clusterId}/metrics`, passes: [200] }),
  listClusterNodes: ({ clusterId }) => ({ path: `/clusters/${clusterId}/nodes`, passes: [200] }),
  createDatabase: ({ clusterId }) => ({
    path: "/databases?dry_run=true",
    body: { name: "matrix", cluster_id: clusterId, engine: "postgresql" },
    passes: [200],
  }),
  listDatabases: () => ({ path: "/databases", passes: [200, 404] }),
  getDatabase: ({ databaseId }) => ({ path: `/databases/${databaseId}`, passes: [200] }),
  updateDatabase: ({ databaseId }) => ({
    path: `/databases/${databaseId}`,
    body: { max_connections: 200 },
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  deleteDatabase: ({ databaseId }) => ({
    path: `/databases/${databaseId}`,
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  getDatabaseConnection: ({ databaseId }) => ({ path: `/databases/${databaseId}/connection`, passes: [200] }),
  listDatabaseBackups: ({ databaseId }) => ({ path: `/databases/${databaseId}/backups`, passes: [200] }),
  // One is under way already.
  createDatabaseBackup: ({ databaseId }) => ({ path: `/databases/${databaseId}/backups`, body: {}, passes: [409] }),
  getDatabaseBackup: ({ databaseId, backupId }) => ({
    path: `/databases/${databaseId}/backups/${backupId}`,
    passes: [200],
  }),
  deleteDatabaseBackup: ({ databaseId, backupId }) => ({
    path: `/databases/${databaseId}/backups/${backupId}`,
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  restoreDatabase: ({ databaseId }) => ({
    path: `/databases/${databaseId}/restore`,
    body: { new_name: "matrix", point_in_time: "2026-01-01T00:00:00Z" },
    passes: [409],
  }),
  promoteDatabase: ({ databaseId }) => ({ path: `/databases/${databaseId}/promote`, passes: [409] }),
  rotateDatabaseCredentials: ({ databaseId }) => ({
    path: `/databases/${databaseId}/credentials/rotate`,
    passes: [409],
  }),
  createDeployment: ({ clusterId }) => ({
    path: "/deployments?dry_run=true",
    body: { name: "matrix", cluster_id: clusterId, app_type: "web_app", docker_image: "nginx:1" },
    passes: [200],
  }),
  listDeployments: () => ({ path: "/deployments", passes: [200, 404] }),
  getDeployment: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}`, passes: [200] }),
  updateDeployment: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}`,
    body: { replicas: 2 },
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  deleteDeployment: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}`,
    headers: STALE,
    passes: PASSED_UP_TO_VERSION,
  }),
  stopDeployment: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/stop?dry_run=true`, passes: [200] }),
  startDeployment: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/start?dry_run=true`, passes: [200] }),
  restartDeployment: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/restart?dry_run=true`,
    passes: [200],
  }),
  // It has no domain of its own.
  renewDeploymentCertificate: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/certificate/renew?dry_run=true`,
    passes: [409],
  }),
  syncDeployment: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/sync?dry_run=true`, passes: [200] }),
  listDeploymentRevisions: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/revisions`, passes: [200] }),
  getDeploymentRevision: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/revisions/9?compare_to=8`,
    passes: [404],
  }),
  rollbackDeployment: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/rollback`,
    body: { revision: 999_999 },
    passes: [422],
  }),
  getDeploymentStatus: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/status`, passes: [200] }),
  listDeploymentEvents: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/events`, passes: [200] }),
  streamDeploymentLogs: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/logs`, passes: [200] }),
  // Nothing was delivered: who hears that was let through.
  createDeploymentRun: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/runs`, body: {}, passes: [409] }),
  listDeploymentRuns: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/runs`, passes: [200] }),
  getDeploymentRun: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/runs/${NOBODY}`, passes: [404] }),
  cancelDeploymentRun: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/runs/${NOBODY}/cancel`,
    passes: [404],
  }),
  // No pod of the matrix runs: who hears that was let through.
  execInDeployment: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/exec`, passes: [409] }),
  forwardDeploymentPort: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/port-forward`,
    passes: [409],
  }),
  forwardDatabasePort: ({ databaseId }) => ({ path: `/databases/${databaseId}/port-forward`, passes: [409] }),
  // The cluster of the matrix was made here: people are told so, the platform imports nothing.
  importWorkloads: ({ clusterId }) => ({
    path: `/deployments/import?cluster_id=${clusterId}`,
    body: { workloads: [] },
    passes: [201, 409],
  }),
  promoteDeployment: ({ deploymentId, clusterId }) => ({
    path: `/deployments/${deploymentId}/promote`,
    body: { target_cluster_id: clusterId },
    passes: [409],
  }),
  createDeploymentPreview: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/previews?dry_run=true`,
    body: { name: "preview", image: "nginx:2", ttl: 3600 },
    passes: [200],
  }),
  listDeploymentPreviews: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/previews`, passes: [200] }),
  // It is no preview.
  extendDeployment: ({ deploymentId }) => ({
    path: `/deployments/${deploymentId}/extend`,
    body: { ttl: 3600 },
    passes: [409],
  }),
  getDeploymentValues: ({ deploymentId }) => ({ path: `/deployments/${deploymentId}/values`, passes: [200] }),
  // A stream has no end: its head alone says who may open it.
  streamEvents: () => ({ path: "/events", method: "HEAD", passes: [200] }),
};
