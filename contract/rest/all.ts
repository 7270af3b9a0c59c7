import { platformClusterOperations } from "./admin-clusters.ts";
import { adminOperations } from "./admin.ts";
import { alertOperations } from "./alerts.ts";
import { apiKeyOperations } from "./api-keys.ts";
import { auditOperations } from "./audit.ts";
import { authOperations } from "./auth.ts";
import { passwordOperations } from "./passwords.ts";
import { secondFactorOperations } from "./second-factors.ts";
import { sessionOperations } from "./sessions.ts";
import { cloudCredentialOperations } from "./cloud-credentials.ts";
import { billingOperations } from "./billing.ts";
import { clusterBundleOperations } from "./cluster-bundle.ts";
import { clusterChangeOperations } from "./cluster-changes.ts";
import { clusterImportOperations } from "./cluster-imports.ts";
import { clusterWorkloadOperations } from "./cluster-workloads.ts";
import { clusterOperations } from "./clusters.ts";
import { connectedApplicationOperations } from "./connected-applications.ts";
import { deploymentActionOperations } from "./deployment-actions.ts";
import { deploymentRevisionOperations } from "./deployment-revisions.ts";
import { deploymentObservationOperations } from "./deployment-observation.ts";
import { deploymentPreviewOperations } from "./deployment-previews.ts";
import { deploymentPromotionOperations } from "./deployment-promotion.ts";
import { deploymentRunOperations } from "./deployment-runs.ts";
import { deploymentStatusOperations } from "./deployment-status.ts";
import { databaseActionOperations } from "./database-actions.ts";
import { databaseBackupOperations } from "./database-backups.ts";
import { databaseConnectionOperations } from "./database-connection.ts";
import { databaseRestoreOperations } from "./database-restore.ts";
import { databaseOperations } from "./databases.ts";
import { deploymentOperations } from "./deployments.ts";
import { eventOperations } from "./events.ts";
import { healthOperations } from "./health.ts";
import { kubeconfigOperations } from "./kubeconfigs.ts";
import type { Operation } from "./operation.ts";
import { invitationOperations } from "./invitations.ts";
import { invoiceSettingsOperations } from "./invoice-settings.ts";
import { metricsHistoryOperations } from "./metrics-history.ts";
import { metricsOperations } from "./metrics.ts";
import { oauthClientOperations } from "./oauth-clients.ts";
import { organizationOperations } from "./organizations.ts";
import { platformHealthOperations } from "./platform-health.ts";
import { podAccessOperations } from "./pod-access.ts";
import { providerLoginOperations } from "./provider-logins.ts";
import { providerOperations } from "./providers.ts";
import { registryOperations } from "./registry.ts";
import { secretOperations } from "./secrets.ts";
import { usageOperations } from "./usage.ts";
import { upgradeOperations } from "./upgrades.ts";
import { webhookOperations } from "./webhooks.ts";
import { workloadImportOperations } from "./workload-imports.ts";

const all = [
  ...authOperations,
  ...passwordOperations,
  ...secondFactorOperations,
  ...sessionOperations,
  ...kubeconfigOperations,
  ...providerLoginOperations,
  ...apiKeyOperations,
  ...organizationOperations,
  ...auditOperations,
  ...usageOperations,
  ...invitationOperations,
  ...invoiceSettingsOperations,
  ...billingOperations,
  ...providerOperations,
  ...cloudCredentialOperations,
  ...clusterOperations,
  ...clusterBundleOperations,
  ...clusterChangeOperations,
  ...clusterImportOperations,
  ...upgradeOperations,
  ...clusterWorkloadOperations,
  ...deploymentOperations,
  ...deploymentActionOperations,
  ...deploymentRevisionOperations,
  ...deploymentPromotionOperations,
  ...deploymentPreviewOperations,
  ...workloadImportOperations,
  ...deploymentStatusOperations,
  ...deploymentObservationOperations,
  ...deploymentRunOperations,
  ...podAccessOperations,
  ...databaseOperations,
  ...databaseConnectionOperations,
  ...databaseBackupOperations,
  ...databaseRestoreOperations,
  ...databaseActionOperations,
  ...metricsOperations,
  ...metricsHistoryOperations,
  ...alertOperations,
  ...secretOperations,
  ...registryOperations,
  ...webhookOperations,
  ...eventOperations,
  ...connectedApplicationOperations,
  ...oauthClientOperations,
  ...adminOperations,
  ...platformClusterOperations,
  ...platformHealthOperations,
  ...healthOperations,
];

/** Lists every operation, in the order of the documentation; a new group adds its file's list here. */
export const OPERATIONS: readonly Operation[] = all;

/** Any operation of the list, each with the types of its own parameters and body. */
export type AnyOperation = (typeof all)[number];
