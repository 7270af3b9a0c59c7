import { isPostgresAway, type Pool } from "../../adapters/postgres/pool.ts";
import { hasRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { EventHub } from "../events/event-hub.ts";
import { STRICTEST, authenticate } from "../http/authenticate.ts";
import { coversScope, isAtLeast } from "../http/authorize.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Proof } from "../http/credentials.ts";

/** How a reader of a stream stands; `away`: it cannot be known now, so nothing is sent. */
export type Standing = "allowed" | "away" | "access_ended" | "deployment_gone";

/** What a reader needs: the role and scope of the operation, and the resource that it is about. */
export type StreamNeeds = Readonly<{
  operation: Pick<Operation, "who" | "scope">;
  kind: ProjectedKind;
  row: Pick<StoredResource, "id" | "organizationId">;
  /** Whether the organization must have shells switched on. */
  exec?: true;
}>;

/** Asks anew who reads a stream: at once after somebody lost a right, and at least each `recheckMs` while something is sent. */
export class StreamAccess {
  readonly #hub: EventHub;
  readonly #pool: Pool;
  readonly #proof: Proof;
  readonly #needs: StreamNeeds;
  #checkedAtMs = -Infinity;
  #revocations = -1;

  constructor({ hub, pool, proof }: Readonly<{ hub: EventHub; pool: Pool; proof: Proof }>, needs: StreamNeeds) {
    this.#hub = hub;
    this.#pool = pool;
    this.#proof = proof;
    this.#needs = needs;
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
    const { operation, kind, row, exec } = this.#needs;
    const principal = await authenticate({ pool: this.#pool, config: STRICTEST }, this.#proof);
    if (principal.kind !== "user" || !coversScope(principal.scopes, operation.scope)) return "access_ended";
    const membership = principal.memberships.find((one) => one.organizationId === row.organizationId);
    if (operation.who.kind === "role" && !isAtLeast(membership?.role, operation.who.role)) return "access_ended";
    if (exec && membership?.execEnabled !== true) return "access_ended";
    return (await hasRow(this.#pool, kind, row.id)) ? "allowed" : "deployment_gone";
  }
}
