import { AUDIT_FILTERS } from "./view/audit-filter.ts";

/** The bodies that the console makes forms of; scripts/form-schemas.ts takes their schemas out of the OpenAPI document. */
export const FORM_BODIES = [
  "DeploymentCreate",
  "DeploymentUpdate",
  "DeploymentPromotionRequest",
  "DeploymentPreviewRequest",
  "DeploymentExtendRequest",
  "RunCreateRequest",
  "ClusterCreate",
  "ClusterImport",
  "ClusterRetry",
  "UpgradeRequestCreate",
  "UpgradeSchedule",
  "ServerTypeUpdate",
  "AutoscalingUpdate",
  "RegionLocationsUpdate",
  "ComponentBundleUpdate",
  "DatabaseCreate",
  "DatabaseUpdate",
  "DatabaseRestore",
  "InvitationCreate",
  "MemberUpdate",
  "OrganizationCreate",
  "OrganizationUpdate",
  "SecretCreate",
  "SecretReplace",
  "CloudCredentialCreate",
  "APIKeyCreate",
  "WebhookCreate",
  "WebhookUpdate",
  "InvoiceSettingsUpdate",
  "PaymentMethodCreate",
  "PasswordChange",
  "SecondFactorCreate",
  "AdminOrganizationUpdate",
  "RegionUpdate",
  "OAuthClientCreate",
  "OAuthClientUpdate",
  "HostClusterCreate",
  "DeploymentAlertRulesUpdate",
  "DatabaseAlertRulesUpdate",
  "AuditEntryResponse",
] as const;

/** One of them. */
export type FormBody = (typeof FORM_BODIES)[number];

/** Those whose members have forms of their own: what is said of the members of these is kept, too. */
export const FORMS_WITHIN = [
  "AdminOrganizationUpdate",
  "DeploymentAlertRulesUpdate",
  "DatabaseAlertRulesUpdate",
] as const satisfies readonly FormBody[];
/** One of these. */
export type FormWithin = (typeof FORMS_WITHIN)[number];

/** Of which only some members are in a form, and these by name alone. */
export const FORM_MEMBERS: Readonly<Partial<Record<FormBody, readonly string[]>>> = {
  AuditEntryResponse: AUDIT_FILTERS,
};
