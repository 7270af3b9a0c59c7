import type { AccessReads } from "../../adapters/postgres/identity/access-reads.ts";
import type { Membership, MemberRecord } from "../../adapters/postgres/identity/principal.ts";
import { isPostgresAway } from "../../adapters/postgres/pool.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { EventHub } from "../events/event-hub.ts";
import { STRICTEST, toUser } from "../http/authenticate.ts";
import { coversScope, isAtLeast } from "../http/authorize.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Proof } from "../http/credentials.ts";

/** How a reader of a stream stands; `away`: it cannot be known now, so nothing is sent. */
export type Standing = "allowed" | "away" | "access_ended" | "deployment_gone";

/** What a reader needs: the role and scope of the operation, and the resource that it is about. */
type StreamNeeds = Readonly<{
  operation: Pick<Operation, "who" | "scope">;
  kind: ProjectedKind;
  row: Pick<StoredResource, "id" | "organizationId">;
  /** Whether the reader reaches into a pod: the organization must have shells switched on, and what has cluster-wide rights is its administrators'. */
  exec?: true;
}>;

/** Asks anew who reads a stream: at once after somebody lost a right, and at least each `recheckMs` while something is sent. */
export class StreamAccess {
  readonly #hub: EventHub;
  readonly #reads: AccessReads;
  readonly #proof: Proof;
  readonly #needs: StreamNeeds;
  #checkedAtMs = -Infinity;
  #revocations = -1;

  constructor(
    { hub, reads, proof }: Readonly<{ hub: EventHub; reads: AccessReads; proof: Proof }>,
    needs: StreamNeeds,
  ) {
    this.#hub = hub;
    this.#reads = reads;
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
    const { kind, row, exec } = this.#needs;
    if (this.#proof.kind !== "credential") return "access_ended";
    const { credential } = this.#proof;
    const answer = await this.#reads.ask({ credential, kind, id: row.id, asksClusterRights: exec === true });
    const { principal, isThere, hasClusterRights } = answer;
    if (principal === undefined || !this.#allows(principal, hasClusterRights)) return "access_ended";
    return isThere ? "allowed" : "deployment_gone";
  }

  #allows(principal: MemberRecord, hasClusterRights: boolean): boolean {
    const { operation, row, exec } = this.#needs;
    const { who, scope } = operation;
    const membership = toUser(principal, STRICTEST).memberships.find(
      (one) => one.organizationId === row.organizationId,
    );
    if (who.kind === "role" && !isAtLeast(membership?.role, who.role)) return false;
    return coversScope(principal.scopes, scope) && (exec !== true || mayReachIn(membership, hasClusterRights));
  }
}

function mayReachIn(membership: Membership | undefined, hasClusterRights: boolean): boolean {
  return membership?.execEnabled === true && (!hasClusterRights || isAtLeast(membership.role, "admin"));
}
