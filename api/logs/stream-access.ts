import { isPostgresAway, type Pool } from "../../adapters/postgres/pool.ts";
import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { EventHub } from "../events/event-hub.ts";
import { STRICTEST, authenticate } from "../http/authenticate.ts";
import { coversScope } from "../http/authorize.ts";
import type { Proof } from "../http/credentials.ts";

/** How a reader of a stream stands; `away`: it cannot be known now, so nothing is sent. */
export type Standing = "allowed" | "away" | "access_ended" | "deployment_gone";

/** Asks anew who reads a stream: at once after somebody lost a right, and at least each `recheckMs` while something is sent. */
export class StreamAccess {
  readonly #hub: EventHub;
  readonly #pool: Pool;
  readonly #proof: Proof;
  readonly #row: StoredResource;
  #checkedAtMs = -Infinity;
  #revocations = -1;

  constructor({ hub, pool, proof, row }: Readonly<{ hub: EventHub; pool: Pool; proof: Proof; row: StoredResource }>) {
    this.#hub = hub;
    this.#pool = pool;
    this.#proof = proof;
    this.#row = row;
  }

  async check(): Promise<Standing> {
    const nowMs = this.#hub.clock.monotonicMs();
    const { revocations, limits } = this.#hub;
    if (nowMs - this.#checkedAtMs < limits.recheckMs && revocations === this.#revocations) return "allowed";
    try {
      const standing = await this.#ask();
      if (standing === "allowed") {
        this.#checkedAtMs = nowMs;
        this.#revocations = revocations;
      }
      return standing;
    } catch (error) {
      if (isPostgresAway(error)) return "away";
      throw error;
    }
  }

  async #ask(): Promise<Standing> {
    const principal = await authenticate({ pool: this.#pool, config: STRICTEST }, this.#proof);
    if (principal.kind !== "user" || !coversScope(principal.scopes, "deployments:read")) return "access_ended";
    const { id, organizationId } = this.#row;
    if (!principal.memberships.some((one) => one.organizationId === organizationId)) return "access_ended";
    return (await findRow(this.#pool, "Deployment", id)) === undefined ? "deployment_gone" : "allowed";
  }
}
