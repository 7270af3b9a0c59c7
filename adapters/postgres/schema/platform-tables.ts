/**
 * Names the tables whose rows exist nowhere else, parents before children: what a backup of the platform holds. A test
 * holds both lists together against the schema, so that a new table is thought of.
 */
export const KEPT_TABLES = [
  "users",
  "organizations",
  "memberships",
  "invitations",
  "invoice_settings",
  "billing_accounts",
  "first_payments",
  "identities",
  "second_factors",
  "recovery_codes",
  "api_keys",
  "cluster_access",
  "usage_meters",
  "usage_days",
  "revisions",
  "audit_entries",
  "idempotency_keys",
  "region_overrides",
  "webhooks",
  "alert_rules",
  "alert_watches",
  "alerts",
  "cloud_credentials",
  "registry_credentials",
  "registry_robots",
  "oauth_clients",
] as const;

/** Why each other table is left out. */
export const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  resources: "a projection of the custom resources",
  changes: "of the last 24 hours; clients read anew",
  names: "entered again by the mirror",
  domain_claims: "of writes that are over",
  platform_facts: "about one management cluster at one time",
  leases: "of processes that are gone",
  sessions: "one that was ended since would be open again; people sign in anew",
  mailed_tokens: "one that was used since would be good again",
  mails: "would be sent a second time",
  known_devices: "a convenience; each is new once more",
  spent_logins: "good for ten minutes only",
  webhook_deliveries: "would be sent a second time",
  oauth_records: "one that was withdrawn since would be good again; people connect their applications anew",
};
