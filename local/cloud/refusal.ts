import type { LocalRefusal } from "../../adapters/providers/local-cloud-protocol.ts";

const statuses: Readonly<Record<LocalRefusal, number>> = {
  unauthorized: 401,
  invalid: 422,
  not_found: 404,
  conflict: 409,
  quota_exceeded: 409,
  sold_out: 409,
  fault: 503,
};

/** Refuses a request of the simulated cloud. */
export class Refusal extends Error {
  readonly code: LocalRefusal;
  readonly status: number;

  constructor(code: LocalRefusal, message: string, status = statuses[code]) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
