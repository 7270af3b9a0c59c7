import type { AdminOrganizationRow } from "../../adapters/postgres/identity/admin-organization-store.ts";
import { amountLimits, quotaOf } from "../../contract/quotas.ts";
import type { AdminOrganizationResponse, OrganizationQuota } from "../../contract/rest/admin.ts";
import { hasBackups } from "../resources/assert-backups.ts";

/** Makes the body of an organization as platform admins see it, with features and quotas in force. */
export function adminOrganizationBody(row: AdminOrganizationRow, quotaFactor: number): AdminOrganizationResponse {
  const quota = (name: OrganizationQuota): number => quotaOf(name, row.quotas, quotaFactor);
  const limits = amountLimits(row.quotas);
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    is_system: row.isSystem,
    is_personal: row.isPersonal,
    member_count: row.members,
    feature_flags: { backups: hasBackups(row.featureFlags) },
    quotas: {
      clusters: quota("clusters"),
      deployments: quota("deployments"),
      databases: quota("databases"),
      secrets: quota("secrets"),
      webhooks: quota("webhooks"),
      cpu: limits?.cpu ?? null,
      memory_mb: limits?.memory_mb ?? null,
      storage_gb: limits?.storage_gb ?? null,
    },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
