import type { OperationId } from "../../client/operation-types.ts";

/** A page that belongs to several; whoever may call the operation that fills it is led there. */
export type Place = Readonly<{ href: string; name: string; operation: OperationId }>;

export const ORGANIZATION_PLACES: readonly Place[] = [
  { href: "/organization/members", name: "Members", operation: "listMembers" },
  { href: "/organization/invitations", name: "Invitations", operation: "listInvitations" },
  { href: "/organization/secrets", name: "Secrets", operation: "listSecrets" },
  { href: "/organization/registry", name: "Registry", operation: "getRegistryCredentials" },
  { href: "/organization/clouds", name: "Cloud accounts", operation: "listCloudCredentials" },
  { href: "/organization/webhooks", name: "Webhooks", operation: "listWebhooks" },
  { href: "/organization/audit", name: "Audit log", operation: "listAudit" },
  { href: "/organization/billing", name: "Billing", operation: "getInvoiceSettings" },
  { href: "/organization/settings", name: "Settings", operation: "getOrganization" },
];

export const ACCOUNT_PLACES: readonly Place[] = [
  { href: "/account/security", name: "Sign-in", operation: "listSecondFactors" },
  { href: "/account/sessions", name: "Sessions", operation: "listSessions" },
  { href: "/account/keys", name: "API keys", operation: "listApiKeys" },
  { href: "/account/kubeconfigs", name: "Kubeconfigs", operation: "listKubeconfigs" },
  { href: "/account/applications", name: "Applications", operation: "listConnectedApplications" },
];

export const ADMIN_PLACES: readonly Place[] = [
  { href: "/admin/organizations", name: "Organizations", operation: "listAllOrganizations" },
  { href: "/admin/providers", name: "Providers", operation: "setRegion" },
  { href: "/admin/applications", name: "Applications", operation: "listOauthClients" },
  { href: "/admin/hosts", name: "Host clusters", operation: "listPlatformClusters" },
  { href: "/admin/health", name: "Health", operation: "getPlatformHealth" },
];
