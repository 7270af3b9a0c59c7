/** A schema of the OpenAPI document, as far as forms ask. */
export type Schema = Readonly<{
  type?: string | readonly string[];
  $ref?: string;
  description?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  required?: readonly string[];
  [keyword: string]: unknown;
}>;

/** The schemas of the document by their names. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The bodies that the console makes forms of. */
const WANTED = [
  "DeploymentCreate",
  "DeploymentUpdate",
  "DeploymentPromotionRequest",
  "WorkloadImportItem",
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
  "BackupCreateRequest",
  "InvitationCreate",
  "MemberUpdate",
  "OrganizationCreate",
  "OrganizationUpdate",
  "SecretCreate",
  "SecretReplace",
  "CloudCredentialCreate",
  "APIKeyCreate",
  "APIKeyUpdate",
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

/** Takes the schemas of forms out of the document's, each whole: what it refers to is put in its place. */
export function formSchemas(schemas: Schemas): Schemas {
  return Object.fromEntries(WANTED.map((name) => [name, resolved(schemas[name] ?? {}, schemas)]));
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return resolved(schemas[name] ?? {}, schemas);
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    examples: undefined,
    ...(items !== undefined && { items: resolved(items, schemas) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((one) => resolved(one, schemas)) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, resolved(one, schemas)])),
    }),
  };
}
