import { SIGN_IN_ERRORS } from "./sign-in-errors.ts";

/** When an operation that failed with this code is tried again by the operator. */
export type RetryClass = "never" | "backoff" | Readonly<{ afterMs: number }>;
type Row = Readonly<{ status: number; sentence: string; retry: RetryClass; reason: string }>;

/**
 * Lists every error code: HTTP status, the sentence people read (may be replaced by a more exact one),
 * how the operator retries, and the reason its condition shows. To add an error, add a row.
 */
export const ERRORS = {
  malformed: { status: 400, sentence: "There was an error parsing the body", retry: "never", reason: "Malformed" },
  unauthenticated: {
    status: 401,
    sentence: "Sign in, or send a valid API key or service token.",
    retry: "never",
    reason: "Unauthenticated",
  },
  forbidden: { status: 403, sentence: "Your role does not allow this.", retry: "never", reason: "Forbidden" },
  ...SIGN_IN_ERRORS,
  csrf_refused: {
    status: 403,
    sentence: "This request came from another site; repeat it from the application itself or use an API key.",
    retry: "never",
    reason: "CsrfRefused",
  },
  not_found: {
    status: 404,
    sentence: "Not found: it does not exist or you may not read it.",
    retry: "never",
    reason: "NotFound",
  },
  method_not_allowed: { status: 405, sentence: "Method Not Allowed", retry: "never", reason: "MethodNotAllowed" },
  name_taken: { status: 409, sentence: "This name is taken; choose another.", retry: "never", reason: "NameTaken" },
  domain_taken: { status: 409, sentence: "custom_domain is another's.", retry: "never", reason: "DomainTaken" },
  conflict: {
    status: 409,
    sentence: "The state of the resource does not allow this now.",
    retry: "backoff",
    reason: "Conflict",
  },
  being_deleted: {
    status: 409,
    sentence: "It is being deleted and cannot be changed any more.",
    retry: "never",
    reason: "BeingDeleted",
  },
  cluster_in_use: {
    status: 409,
    sentence: "The cluster still carries deployments or databases; delete them first or repeat with cascade=true.",
    retry: { afterMs: 15_000 },
    reason: "ClusterInUse",
  },
  cluster_not_ready: {
    status: 409,
    sentence: "The cluster is not running yet; wait until its status is running.",
    retry: { afterMs: 2_000 },
    reason: "ClusterNotReady",
  },
  not_in_error: {
    status: 409,
    sentence: "Only a cluster in status error can be retried.",
    retry: "never",
    reason: "NotInError",
  },
  managed_on_host: {
    status: 409,
    sentence: "Nodes of a shared cluster are managed on its host cluster.",
    retry: "never",
    reason: "ManagedOnHost",
  },
  not_managed: {
    status: 409,
    sentence: "The platform does not manage the nodes of an imported cluster.",
    retry: "never",
    reason: "NotManaged",
  },
  already_registered: {
    status: 409,
    sentence: "This cluster is registered already.",
    retry: "never",
    reason: "AlreadyRegistered",
  },
  import_conflicts: {
    status: 409,
    sentence: "The preflight found conflicts; mend them or ask a platform admin to override.",
    retry: "never",
    reason: "ImportConflicts",
  },
  not_imported: { status: 409, sentence: "This cluster was not imported.", retry: "never", reason: "NotImported" },
  upgrade_open: {
    status: 409,
    sentence: "An upgrade of this cluster is open already.",
    retry: "never",
    reason: "UpgradeOpen",
  },
  quota_exceeded: {
    status: 409,
    sentence: "The quota of the organization is used up; delete something or ask for more.",
    retry: "never",
    reason: "QuotaExceeded",
  },
  payment_required: {
    status: 409,
    sentence: "This provider needs a payment method; add one first.",
    retry: "never",
    reason: "PaymentRequired",
  },
  payment_method_in_use: {
    status: 409,
    sentence: "Deployments or clusters still need the payment method; delete them first.",
    retry: "never",
    reason: "PaymentMethodInUse",
  },
  billing_not_configured: {
    status: 409,
    sentence: "This platform takes no payments; ask its operator.",
    retry: "never",
    reason: "BillingNotConfigured",
  },
  backups_unavailable: {
    status: 409,
    sentence: "Backups need a dedicated cluster and the backups feature of the organization.",
    retry: "never",
    reason: "BackupsUnavailable",
  },
  email_taken: {
    status: 409,
    sentence: "An account with this e-mail exists; sign in instead.",
    retry: "never",
    reason: "EmailTaken",
  },
  organization_in_use: {
    status: 409,
    sentence: "The organization still owns resources; delete them first.",
    retry: "never",
    reason: "OrganizationInUse",
  },
  last_owner: { status: 409, sentence: "An organization needs an owner.", retry: "never", reason: "LastOwner" },
  registry_not_configured: {
    status: 409,
    sentence: "This platform has no registry of its own; ask its operator.",
    retry: "never",
    reason: "RegistryNotConfigured",
  },
  mail_not_configured: {
    status: 409,
    sentence: "This platform sends no mail; ask its operator.",
    retry: "never",
    reason: "MailNotConfigured",
  },
  not_impersonating: {
    status: 409,
    sentence: "This session does not impersonate anyone.",
    retry: "never",
    reason: "NotImpersonating",
  },
  still_running: {
    status: 409,
    sentence: "A request with this Idempotency-Key is still running; repeat it shortly.",
    retry: "backoff",
    reason: "StillRunning",
  },
  secret_already_returned: {
    status: 409,
    sentence: "The secret was returned once already; rotate it to get a new one.",
    retry: "never",
    reason: "SecretAlreadyReturned",
  },
  precondition_failed: {
    status: 412,
    sentence: "The resource changed since you read it; read it again and repeat.",
    retry: "never",
    reason: "PreconditionFailed",
  },
  too_large: { status: 413, sentence: "The body is larger than 1 MiB.", retry: "never", reason: "TooLarge" },
  unsupported_media_type: {
    status: 415,
    sentence: "Send the body as application/json.",
    retry: "never",
    reason: "UnsupportedMediaType",
  },
  rate_limited: {
    status: 429,
    sentence: "Too many requests; repeat after the time in Retry-After.",
    retry: "backoff",
    reason: "RateLimited",
  },
  internal: {
    status: 500,
    sentence: "Something went wrong on our side; the request id helps us to find it.",
    retry: "backoff",
    reason: "Internal",
  },
  provider_failed: {
    status: 502,
    sentence: "The provider did not answer as it should; repeat later.",
    retry: "backoff",
    reason: "ProviderFailed",
  },
  unavailable: {
    status: 503,
    sentence: "A part of the platform is away; nothing was changed; repeat shortly.",
    retry: "backoff",
    reason: "Unavailable",
  },
  postgres_unavailable: {
    status: 503,
    sentence: "The database is away; nothing was changed; repeat shortly.",
    retry: "backoff",
    reason: "PostgresUnavailable",
  },
  kubernetes_unavailable: {
    status: 503,
    sentence: "The management cluster is away; nothing was changed; repeat shortly.",
    retry: "backoff",
    reason: "KubernetesUnavailable",
  },
  secret_store_unavailable: {
    status: 503,
    sentence: "The secret store is away; nothing was changed; repeat shortly.",
    retry: "backoff",
    reason: "SecretStoreUnavailable",
  },
  outcome_unknown: {
    status: 503,
    sentence: "The answer of the management cluster was lost; read the resource, then repeat if needed.",
    retry: "backoff",
    reason: "OutcomeUnknown",
  },
  git_unavailable: {
    status: 503,
    sentence: "The delivery repository is away; delivery goes on by itself when it is back.",
    retry: "backoff",
    reason: "GitUnavailable",
  },
  git_refused: {
    status: 503,
    sentence: "The delivery repository refuses the change; a platform operator must look at it.",
    retry: { afterMs: 30_000 },
    reason: "GitRefused",
  },
  render_failed: {
    status: 409,
    sentence: "The values cannot be rendered; mend the fields named.",
    retry: "never",
    reason: "RenderFailed",
  },
  cluster_unreachable: {
    status: 503,
    sentence: "The cluster does not answer; it is tried again.",
    retry: "backoff",
    reason: "ClusterUnreachable",
  },
  cluster_not_found: {
    status: 404,
    sentence: "There is no such cluster in the organization.",
    retry: { afterMs: 15_000 },
    reason: "ClusterNotFound",
  },
} as const satisfies Record<string, Row>;

/** Names every error code. */
export type ErrorCode = keyof typeof ERRORS;

/** Carries a fault with a code of the table; `message` is internal, `publicMessage` and `details` are safe to show. */
export class BerthError extends Error {
  readonly code: ErrorCode;
  readonly publicMessage: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: Readonly<{
      publicMessage?: string;
      details?: Record<string, unknown>;
      cause?: unknown;
      message?: string;
      retryAfterSeconds?: number;
    }> = {},
  ) {
    super(options.message ?? options.publicMessage ?? ERRORS[code].sentence, { cause: options.cause });
    this.name = "BerthError";
    this.code = code;
    this.publicMessage = options.publicMessage ?? ERRORS[code].sentence;
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? (ERRORS[code].status === 503 ? 2 : undefined);
  }
}
