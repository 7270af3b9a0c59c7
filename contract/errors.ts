type Row = Readonly<{ status: number; sentence: string }>;
const row = (status: number, sentence: string): Row => ({ status, sentence });

/** Lists every error code: its HTTP status, and the sentence people read unless a more exact one is at hand. To add an error, add a row. */
export const ERRORS = {
  malformed: row(400, "There was an error parsing the body"),
  unauthenticated: row(401, "Sign in, or send a valid API key or service token."),
  forbidden: row(403, "Your role does not allow this."),
  second_factor_needed: row(
    401,
    "This account has a second factor: finish the sign-in with POST /auth/login/second-factor.",
  ),
  fresh_proof_required: row(403, "Prove again who you are (POST /auth/proof) or sign in anew, then repeat."),
  admin_without_second_factor: row(
    403,
    "Platform admins act as such only with a second factor: add one (POST /auth/second-factors/totp), or sign in with it; a key must be made in such a session.",
  ),
  passkeys_unavailable: row(
    409,
    "Passkeys need a public https address with a host name (BERTH_PUBLIC_URL); add an authenticator app instead.",
  ),
  login_refused: row(403, "This login cannot be finished; start it again."),
  registration_closed: row(403, "Registration is closed; ask for an invitation."),
  exec_switched_off: row(
    403,
    "This organization has shells and tunnels switched off; its admins can allow them (PATCH /organizations/{slug} with exec_enabled).",
  ),
  csrf_refused: row(
    403,
    "This request came from another site; repeat it from the application itself or use an API key.",
  ),
  not_found: row(404, "Not found: it does not exist or you may not read it."),
  method_not_allowed: row(405, "Method Not Allowed"),
  name_taken: row(409, "This name is taken; choose another. What is being deleted keeps its name until it is gone."),
  domain_taken: row(409, "custom_domain is another's."),
  conflict: row(409, "The state of the resource does not allow this now."),
  being_deleted: row(409, "It is being deleted and cannot be changed any more."),
  no_pod_running: row(409, "No pod of it runs; start it, or wait until its status is running."),
  debug_unavailable: row(
    409,
    "No debug container could be started beside it; try again, or ask your platform's admins.",
  ),
  nodes_simulated: row(
    409,
    "The nodes of this cluster are simulated: no process runs there. Start the platform with BERTH_NODES=real and make a new cluster.",
  ),
  cluster_in_use: row(
    409,
    "The cluster still carries deployments or databases; delete them first or repeat with cascade=true.",
  ),
  cluster_not_ready: row(409, "The cluster is not running yet; wait until its status is running."),
  not_in_error: row(409, "Only a cluster in status error can be retried."),
  managed_on_host: row(409, "Nodes of a shared cluster are managed on its host cluster."),
  not_managed: row(409, "The platform does not manage the nodes of an imported cluster."),
  already_registered: row(409, "This cluster is registered already."),
  import_conflicts: row(409, "The preflight found conflicts; mend them or ask a platform admin to override."),
  not_imported: row(409, "This cluster was not imported."),
  upgrade_open: row(409, "An upgrade of this cluster is open already."),
  quota_exceeded: row(409, "The quota of the organization is used up; delete something or ask for more."),
  payment_required: row(409, "This provider needs a payment method; add one first."),
  payment_method_in_use: row(409, "Deployments or clusters still need the payment method; delete them first."),
  billing_not_configured: row(409, "This platform takes no payments; ask its operator."),
  backups_unavailable: row(409, "Backups need a dedicated cluster and the backups feature of the organization."),
  email_taken: row(409, "An account with this e-mail exists; sign in instead."),
  organization_in_use: row(409, "The organization still owns resources; delete them first."),
  last_owner: row(409, "An organization needs an owner."),
  registry_not_configured: row(409, "This platform has no registry of its own; ask its operator."),
  mail_not_configured: row(409, "This platform sends no mail; ask its operator."),
  logs_not_kept: row(
    409,
    "This platform keeps no log lines: its operator names a store by BERTH_LOGS_URL. Without history, until and q you read those of pods that are there.",
  ),
  not_impersonating: row(409, "This session does not impersonate anyone."),
  still_running: row(409, "A request with this Idempotency-Key is still running; repeat it shortly."),
  secret_already_returned: row(409, "The secret was returned once already; rotate it to get a new one."),
  precondition_failed: row(412, "The resource changed since you read it; read it again and repeat."),
  too_large: row(413, "The body is larger than 1 MiB."),
  upgrade_required: row(426, "This is a WebSocket: ask for it with Upgrade: websocket."),
  unsupported_media_type: row(415, "Send the body as application/json."),
  rate_limited: row(429, "Too many requests; repeat after the time in Retry-After."),
  internal: row(500, "Something went wrong on our side; the request id helps us to find it."),
  provider_failed: row(502, "The provider did not answer as it should; repeat later."),
  unavailable: row(503, "A part of the platform is away; nothing was changed; repeat shortly."),
  postgres_unavailable: row(503, "The database is away; nothing was changed; repeat shortly."),
  kubernetes_unavailable: row(503, "The management cluster is away; nothing was changed; repeat shortly."),
  secret_store_unavailable: row(503, "The secret store is away; nothing was changed; repeat shortly."),
  log_store_unavailable: row(
    503,
    "The store of the log lines does not answer now; repeat later. Without history, until and q you read those of pods that are there.",
  ),
  outcome_unknown: row(503, "The answer of the management cluster was lost; read the resource, then repeat if needed."),
  render_failed: row(409, "The values cannot be rendered; mend the fields named."),
  cluster_unreachable: row(503, "The cluster does not answer; it is tried again."),
};

/** The error codes. */
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
