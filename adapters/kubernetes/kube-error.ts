import type { Status } from "./kube-object.ts";

/**
 * Reports a request that the API server refused (`status` ≥ 400) or never answered (`status` 0).
 *
 * The message holds verb, path and reason only. The answer's own text may quote the object, a secret included; it is
 * reachable through `body`, a getter on the prototype, so that no logger or serializer copies it by accident.
 */
export class KubeError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly retryAfterMs?: number;
  readonly #body?: Status;

  constructor(request: string, failure: { status: number; reason: string; retryAfterMs?: number; body?: Status }) {
    super(`${request}: ${failure.status === 0 ? "no answer" : failure.status} ${failure.reason}`);
    this.name = "KubeError";
    this.status = failure.status;
    this.reason = failure.reason;
    if (failure.retryAfterMs !== undefined) this.retryAfterMs = failure.retryAfterMs;
    this.#body = failure.body;
  }

  get body(): Status | undefined {
    return this.#body;
  }
}

/** Tells whether the answer was "absent", as opposed to a path that the API server does not serve (a missing CRD). */
export function isNotFound(error: unknown): error is KubeError {
  return error instanceof KubeError && error.status === 404 && error.reason === "NotFound";
}

/** Tells whether a write lost against another writer: the decision behind it is to be thrown away. */
export function isConflict(error: unknown): error is KubeError {
  return error instanceof KubeError && error.status === 409 && error.reason === "Conflict";
}

/** Tells whether a name is taken already. */
export function isAlreadyExists(error: unknown): error is KubeError {
  return error instanceof KubeError && error.status === 409 && error.reason === "AlreadyExists";
}

/** Does without an object that has gone meanwhile. */
export function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

/** Leaves it at the object that has the name already. */
export function unlessTaken(error: unknown): void {
  if (!isAlreadyExists(error)) throw error;
}

/** Tells whether a ResourceQuota of that name counts as many as there may be; its text is the API server's own. */
export function isQuotaFull(error: unknown, name: string): error is KubeError {
  if (!(error instanceof KubeError) || error.status !== 403) return false;
  return error.body?.message?.includes(`exceeded quota: ${name},`) === true;
}

/** Tells whether a resourceVersion or a continue token is too old, so that only a new list helps. */
export function isGone(error: unknown): error is KubeError {
  return error instanceof KubeError && error.status === 410;
}

/**
 * Tells whether the API server is away or not ready: no answer, overload, a fault of its own. One that comes back knows
 * neither its roles (401, 403) nor custom kinds (UnknownPath) for a moment.
 */
export function isKubernetesAway(error: unknown): error is KubeError {
  if (!(error instanceof KubeError)) return false;
  const { status, reason } = error;
  return status >= 500 || [0, 401, 403, 429].includes(status) || reason === "UnknownPath";
}
