// Generated from the files of api/routes by make generate; do not edit.
import type { HandlerTable } from "../bind-routes.ts";
import * as createHostCluster from "./admin/create-host-cluster.ts";
import * as getPlatformHealth from "./admin/get-platform-health.ts";
import * as getPlatformKubeconfig from "./admin/get-platform-kubeconfig.ts";
import * as listAllOrganizations from "./admin/list-all-organizations.ts";
import * as listPlatformClusters from "./admin/list-platform-clusters.ts";
import * as setOrganizationLimits from "./admin/set-organization-limits.ts";
import * as setRegion from "./admin/set-region.ts";
import * as listAlerts from "./alerts/list-alerts.ts";
import * as createApiKey from "./api-keys/create-api-key.ts";
import * as deleteApiKey from "./api-keys/delete-api-key.ts";
import * as getApiKey from "./api-keys/get-api-key.ts";
import * as listApiKeys from "./api-keys/list-api-keys.ts";
import * as rotateApiKey from "./api-keys/rotate-api-key.ts";
import * as updateApiKey from "./api-keys/update-api-key.ts";
import * as listAudit from "./audit/list-audit.ts";
import * as changePassword from "./auth/change-password.ts";
import * as deleteKubeconfig from "./auth/delete-kubeconfig.ts";
import * as deleteOtherSessions from "./auth/delete-other-sessions.ts";
import * as deleteSession from "./auth/delete-session.ts";
import * as finishProviderLogin from "./auth/finish-provider-login.ts";
import * as forgotPassword from "./auth/forgot-password.ts";
import * as getMe from "./auth/get-me.ts";
import * as impersonate from "./auth/impersonate.ts";
import * as listAuthProviders from "./auth/list-auth-providers.ts";
import * as listKubeconfigs from "./auth/list-kubeconfigs.ts";
import * as listSessions from "./auth/list-sessions.ts";
import * as login from "./auth/login.ts";
import * as logout from "./auth/logout.ts";
import * as register from "./auth/register.ts";
import * as requestEmailVerification from "./auth/request-email-verification.ts";
import * as resetPassword from "./auth/reset-password.ts";
import * as startProviderLogin from "./auth/start-provider-login.ts";
import * as stopImpersonating from "./auth/stop-impersonating.ts";
import * as updateMe from "./auth/update-me.ts";
import * as verifyEmail from "./auth/verify-email.ts";
import * as addPaymentMethod from "./billing/add-payment-method.ts";
import * as getPaymentMethod from "./billing/get-payment-method.ts";
import * as receiveMollieNotice from "./billing/receive-mollie-notice.ts";
import * as removePaymentMethod from "./billing/remove-payment-method.ts";
import * as createCloudCredential from "./cloud-credentials/create-cloud-credential.ts";
import * as deleteCloudCredential from "./cloud-credentials/delete-cloud-credential.ts";
import * as listCloudCredentials from "./cloud-credentials/list-cloud-credentials.ts";
import * as createCluster from "./clusters/create-cluster.ts";
import * as deleteCluster from "./clusters/delete-cluster.ts";
import * as getClusterBundle from "./clusters/get-cluster-bundle.ts";
import * as getClusterKubeconfig from "./clusters/get-cluster-kubeconfig.ts";
import * as getClusterMetricsHistory from "./clusters/get-cluster-metrics-history.ts";
import * as getClusterMetrics from "./clusters/get-cluster-metrics.ts";
import * as getCluster from "./clusters/get-cluster.ts";
import * as getEstimatedTimes from "./clusters/get-estimated-times.ts";
import * as importCluster from "./clusters/import-cluster.ts";
import * as listClusterWorkloads from "./clusters/list-cluster-workloads.ts";
import * as listClusters from "./clusters/list-clusters.ts";
import * as preflightImport from "./clusters/preflight-import.ts";
import * as retryCluster from "./clusters/retry-cluster.ts";
import * as retryServerType from "./clusters/retry-server-type.ts";
import * as updateAutoscaling from "./clusters/update-autoscaling.ts";
import * as updateComponentBundle from "./clusters/update-component-bundle.ts";
import * as updateRegionLocations from "./clusters/update-region-locations.ts";
import * as updateServerType from "./clusters/update-server-type.ts";
import * as disconnectApplication from "./connected-applications/disconnect-application.ts";
import * as listConnectedApplications from "./connected-applications/list-connected-applications.ts";
import * as createDatabaseBackup from "./databases/create-database-backup.ts";
import * as createDatabase from "./databases/create-database.ts";
import * as deleteDatabaseBackup from "./databases/delete-database-backup.ts";
import * as deleteDatabase from "./databases/delete-database.ts";
import * as forwardDatabasePort from "./databases/forward-database-port.ts";
import * as getDatabaseAlertRules from "./databases/get-database-alert-rules.ts";
import * as getDatabaseBackup from "./databases/get-database-backup.ts";
import * as getDatabaseConnection from "./databases/get-database-connection.ts";
import * as getDatabaseMetricsHistory from "./databases/get-database-metrics-history.ts";
import * as getDatabaseMetrics from "./databases/get-database-metrics.ts";
import * as getDatabase from "./databases/get-database.ts";
import * as listDatabaseBackups from "./databases/list-database-backups.ts";
import * as listDatabases from "./databases/list-databases.ts";
import * as promoteDatabase from "./databases/promote-database.ts";
import * as restoreDatabase from "./databases/restore-database.ts";
import * as rotateDatabaseCredentials from "./databases/rotate-database-credentials.ts";
import * as updateDatabaseAlertRules from "./databases/update-database-alert-rules.ts";
import * as updateDatabase from "./databases/update-database.ts";
import * as cancelDeploymentRun from "./deployments/cancel-deployment-run.ts";
import * as createDeploymentPreview from "./deployments/create-deployment-preview.ts";
import * as createDeploymentRun from "./deployments/create-deployment-run.ts";
import * as createDeployment from "./deployments/create-deployment.ts";
import * as deleteDeployment from "./deployments/delete-deployment.ts";
import * as execInDeployment from "./deployments/exec-in-deployment.ts";
import * as extendDeployment from "./deployments/extend-deployment.ts";
import * as forwardDeploymentPort from "./deployments/forward-deployment-port.ts";
import * as getDeploymentAlertRules from "./deployments/get-deployment-alert-rules.ts";
import * as getDeploymentMetricsHistory from "./deployments/get-deployment-metrics-history.ts";
import * as getDeploymentMetrics from "./deployments/get-deployment-metrics.ts";
import * as getDeploymentRevision from "./deployments/get-deployment-revision.ts";
import * as getDeploymentRun from "./deployments/get-deployment-run.ts";
import * as getDeploymentStatus from "./deployments/get-deployment-status.ts";
import * as getDeploymentValues from "./deployments/get-deployment-values.ts";
import * as getDeployment from "./deployments/get-deployment.ts";
import * as importWorkloads from "./deployments/import-workloads.ts";
import * as listDeploymentEvents from "./deployments/list-deployment-events.ts";
import * as listDeploymentPreviews from "./deployments/list-deployment-previews.ts";
import * as listDeploymentRevisions from "./deployments/list-deployment-revisions.ts";
import * as listDeploymentRuns from "./deployments/list-deployment-runs.ts";
import * as listDeployments from "./deployments/list-deployments.ts";
import * as promoteDeployment from "./deployments/promote-deployment.ts";
import * as renewDeploymentCertificate from "./deployments/renew-deployment-certificate.ts";
import * as restartDeployment from "./deployments/restart-deployment.ts";
import * as rollbackDeployment from "./deployments/rollback-deployment.ts";
import * as startDeployment from "./deployments/start-deployment.ts";
import * as stopDeployment from "./deployments/stop-deployment.ts";
import * as streamDeploymentLogs from "./deployments/stream-deployment-logs.ts";
import * as syncDeployment from "./deployments/sync-deployment.ts";
import * as updateDeploymentAlertRules from "./deployments/update-deployment-alert-rules.ts";
import * as updateDeployment from "./deployments/update-deployment.ts";
import * as streamEvents from "./events/stream-events.ts";
import * as getHealth from "./health/get-health.ts";
import * as getReadiness from "./health/get-readiness.ts";
import * as acceptInvitation from "./invitations/accept-invitation.ts";
import * as createInvitation from "./invitations/create-invitation.ts";
import * as declineInvitation from "./invitations/decline-invitation.ts";
import * as listInvitations from "./invitations/list-invitations.ts";
import * as previewInvitation from "./invitations/preview-invitation.ts";
import * as revokeInvitation from "./invitations/revoke-invitation.ts";
import * as getInvoiceSettings from "./invoice-settings/get-invoice-settings.ts";
import * as updateInvoiceSettings from "./invoice-settings/update-invoice-settings.ts";
import * as createOauthClient from "./oauth-clients/create-oauth-client.ts";
import * as deleteOauthClient from "./oauth-clients/delete-oauth-client.ts";
import * as getOauthClient from "./oauth-clients/get-oauth-client.ts";
import * as listOauthClients from "./oauth-clients/list-oauth-clients.ts";
import * as rotateOauthClientSecret from "./oauth-clients/rotate-oauth-client-secret.ts";
import * as updateOauthClient from "./oauth-clients/update-oauth-client.ts";
import * as createOrganization from "./organizations/create-organization.ts";
import * as deleteOrganization from "./organizations/delete-organization.ts";
import * as getMember from "./organizations/get-member.ts";
import * as getOrganizationUsage from "./organizations/get-organization-usage.ts";
import * as getOrganization from "./organizations/get-organization.ts";
import * as listMembers from "./organizations/list-members.ts";
import * as listOrganizations from "./organizations/list-organizations.ts";
import * as removeMember from "./organizations/remove-member.ts";
import * as updateMember from "./organizations/update-member.ts";
import * as updateOrganization from "./organizations/update-organization.ts";
import * as getStoragePricing from "./providers/get-storage-pricing.ts";
import * as listProviders from "./providers/list-providers.ts";
import * as listRegions from "./providers/list-regions.ts";
import * as listServerTypes from "./providers/list-server-types.ts";
import * as getRegistryCredentials from "./registry/get-registry-credentials.ts";
import * as regenerateRegistryCredentials from "./registry/regenerate-registry-credentials.ts";
import * as addPasskeyFactor from "./second-factors/add-passkey-factor.ts";
import * as addTotpFactor from "./second-factors/add-totp-factor.ts";
import * as confirmSecondFactor from "./second-factors/confirm-second-factor.ts";
import * as deleteSecondFactor from "./second-factors/delete-second-factor.ts";
import * as finishLogin from "./second-factors/finish-login.ts";
import * as getPendingLogin from "./second-factors/get-pending-login.ts";
import * as listSecondFactors from "./second-factors/list-second-factors.ts";
import * as proveAgain from "./second-factors/prove-again.ts";
import * as replaceRecoveryCodes from "./second-factors/replace-recovery-codes.ts";
import * as startProof from "./second-factors/start-proof.ts";
import * as createSecret from "./secrets/create-secret.ts";
import * as deleteSecret from "./secrets/delete-secret.ts";
import * as getSecret from "./secrets/get-secret.ts";
import * as listSecrets from "./secrets/list-secrets.ts";
import * as replaceSecret from "./secrets/replace-secret.ts";
import * as approveUpgrade from "./upgrades/approve-upgrade.ts";
import * as cancelUpgrade from "./upgrades/cancel-upgrade.ts";
import * as getClusterPreflight from "./upgrades/get-cluster-preflight.ts";
import * as getUpgrade from "./upgrades/get-upgrade.ts";
import * as listClusterNodes from "./upgrades/list-cluster-nodes.ts";
import * as listUpgradeRequests from "./upgrades/list-upgrade-requests.ts";
import * as listUpgrades from "./upgrades/list-upgrades.ts";
import * as rejectUpgrade from "./upgrades/reject-upgrade.ts";
import * as requestUpgrade from "./upgrades/request-upgrade.ts";
import * as scheduleUpgrade from "./upgrades/schedule-upgrade.ts";
import * as createWebhook from "./webhooks/create-webhook.ts";
import * as deleteWebhook from "./webhooks/delete-webhook.ts";
import * as getWebhook from "./webhooks/get-webhook.ts";
import * as listWebhookDeliveries from "./webhooks/list-webhook-deliveries.ts";
import * as listWebhooks from "./webhooks/list-webhooks.ts";
import * as rotateWebhookSecret from "./webhooks/rotate-webhook-secret.ts";
import * as testWebhook from "./webhooks/test-webhook.ts";
import * as updateWebhook from "./webhooks/update-webhook.ts";

/** Maps every operation to its handler; one that is missing, left over or another's does not compile. */
export const HANDLERS = {
  createHostCluster,
  getPlatformHealth,
  getPlatformKubeconfig,
  listAllOrganizations,
  listPlatformClusters,
  setOrganizationLimits,
  setRegion,
  listAlerts,
  createApiKey,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  rotateApiKey,
  updateApiKey,
  listAudit,
  changePassword,
  deleteKubeconfig,
  deleteOtherSessions,
  deleteSession,
  finishProviderLogin,
  forgotPassword,
  getMe,
  impersonate,
  listAuthProviders,
  listKubeconfigs,
  listSessions,
  login,
  logout,
  register,
  requestEmailVerification,
  resetPassword,
  startProviderLogin,
  stopImpersonating,
  updateMe,
  verifyEmail,
  addPaymentMethod,
  getPaymentMethod,
  receiveMollieNotice,
  removePaymentMethod,
  createCloudCredential,
  deleteCloudCredential,
  listCloudCredentials,
  createCluster,
  deleteCluster,
  getClusterBundle,
  getClusterKubeconfig,
  getClusterMetricsHistory,
  getClusterMetrics,
  getCluster,
  getEstimatedTimes,
  importCluster,
  listClusterWorkloads,
  listClusters,
  preflightImport,
  retryCluster,
  retryServerType,
  updateAutoscaling,
  updateComponentBundle,
  updateRegionLocations,
  updateServerType,
  disconnectApplication,
  listConnectedApplications,
  createDatabaseBackup,
  createDatabase,
  deleteDatabaseBackup,
  deleteDatabase,
  forwardDatabasePort,
  getDatabaseAlertRules,
  getDatabaseBackup,
  getDatabaseConnection,
  getDatabaseMetricsHistory,
  getDatabaseMetrics,
  getDatabase,
  listDatabaseBackups,
  listDatabases,
  promoteDatabase,
  restoreDatabase,
  rotateDatabaseCredentials,
  updateDatabaseAlertRules,
  updateDatabase,
  cancelDeploymentRun,
  createDeploymentPreview,
  createDeploymentRun,
  createDeployment,
  deleteDeployment,
  execInDeployment,
  extendDeployment,
  forwardDeploymentPort,
  getDeploymentAlertRules,
  getDeploymentMetricsHistory,
  getDeploymentMetrics,
  getDeploymentRevision,
  getDeploymentRun,
  getDeploymentStatus,
  getDeploymentValues,
  getDeployment,
  importWorkloads,
  listDeploymentEvents,
  listDeploymentPreviews,
  listDeploymentRevisions,
  listDeploymentRuns,
  listDeployments,
  promoteDeployment,
  renewDeploymentCertificate,
  restartDeployment,
  rollbackDeployment,
  startDeployment,
  stopDeployment,
  streamDeploymentLogs,
  syncDeployment,
  updateDeploymentAlertRules,
  updateDeployment,
  streamEvents,
  getHealth,
  getReadiness,
  acceptInvitation,
  createInvitation,
  declineInvitation,
  listInvitations,
  previewInvitation,
  revokeInvitation,
  getInvoiceSettings,
  updateInvoiceSettings,
  createOauthClient,
  deleteOauthClient,
  getOauthClient,
  listOauthClients,
  rotateOauthClientSecret,
  updateOauthClient,
  createOrganization,
  deleteOrganization,
  getMember,
  getOrganizationUsage,
  getOrganization,
  listMembers,
  listOrganizations,
  removeMember,
  updateMember,
  updateOrganization,
  getStoragePricing,
  listProviders,
  listRegions,
  listServerTypes,
  getRegistryCredentials,
  regenerateRegistryCredentials,
  addPasskeyFactor,
  addTotpFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  finishLogin,
  getPendingLogin,
  listSecondFactors,
  proveAgain,
  replaceRecoveryCodes,
  startProof,
  createSecret,
  deleteSecret,
  getSecret,
  listSecrets,
  replaceSecret,
  approveUpgrade,
  cancelUpgrade,
  getClusterPreflight,
  getUpgrade,
  listClusterNodes,
  listUpgradeRequests,
  listUpgrades,
  rejectUpgrade,
  requestUpgrade,
  scheduleUpgrade,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} satisfies HandlerTable;
