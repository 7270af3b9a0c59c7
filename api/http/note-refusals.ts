import { ipKeyGenerator } from "express-rate-limit";
import { recordAudit, type AuditEntry } from "../../adapters/postgres/requests/audit-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import type { PrincipalRecord } from "../../adapters/postgres/identity/principal.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import { newId } from "../identity/new-id.ts";
import { describeFault } from "./describe-fault.ts";
import type { Principal } from "./principal.ts";
import { TakenPlaces } from "./taken-places.ts";
import { CANONICAL_UUID } from "../../contract/rest/formats.ts";

/** What of the state of a request its row is about; the whole of it would reach back to the services. */
type RefusedRequest = Readonly<{
  requestId: string;
  route: Readonly<{ operation: Pick<Operation, "operationId"> }>;
  parameters: Readonly<Record<string, string>>;
  principal: Principal | undefined;
  caller: PrincipalRecord | undefined;
}>;
type Refused = Readonly<{ state: RefusedRequest; address: string; code: string }>;
type Pending = { readonly entry: AuditEntry; readonly code: string; readonly leave: () => void; times: number };

const FLUSH_MS = 5_000;
const MINUTE_MS = 60_000;
/** Rows a minute: whoever is refused on purpose must not fill the audit log. */
const ROWS_PER_MINUTE = 200;
const PENDING_MAX = 1_000;
/** Of those so many are one's: each request may ask for another thing that is not there. */
const EACH_MAX = 50;

/**
 * Notes refused requests (401, 403, 404) in the audit log, in batches and never in a request's way (ASVS 7.2.2): alike ones
 * that wait together are one entry that counts them, and past so many a minute they wait longer. Nobody has all places of those
 * that wait: others' refusals are noted however much one asks for. What was sent is not kept.
 */
export class RefusalNotes {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  readonly #nowMs: () => number;
  readonly #places = new TakenPlaces();
  #pending = new Map<string, Pending>();
  #minute = 0;
  #written = 0;
  #dropped = 0;

  constructor(pool: Pool, log: Logger, nowMs: () => number = Date.now) {
    this.#pool = pool;
    this.#log = log;
    this.#nowMs = nowMs;
    this.#timer = setInterval(() => {
      this.flush().catch(() => undefined);
    }, FLUSH_MS).unref();
  }

  /** Notes one refused request. */
  add(refused: Refused): void {
    const { entry, key, caller } = entryOf(refused);
    if (this.#count(key, 1)) return;
    const leave = this.#pending.size < PENDING_MAX ? this.#places.take(caller, EACH_MAX) : undefined;
    if (leave === undefined) this.#dropped += 1;
    else this.#pending.set(key, { entry, code: refused.code, leave, times: 1 });
  }

  /** Writes what may be written this minute; what cannot be written now waits for the next time. */
  async flush(): Promise<void> {
    const minute = Math.floor(this.#nowMs() / MINUTE_MS);
    if (minute !== this.#minute) this.#beginMinute(minute);
    for (const [key, pending] of this.#pending) {
      if (this.#written >= ROWS_PER_MINUTE) return;
      this.#written += 1;
      this.#pending.delete(key);
      const isWritten = await this.#write(pending);
      // Alike ones that came meanwhile have a place of their own.
      if (!isWritten && !this.#count(key, pending.times)) this.#pending.set(key, pending);
      else pending.leave();
      if (!isWritten) return;
    }
  }

  /** Counts more of what waits already; false where nothing alike does. */
  #count(key: string, times: number): boolean {
    const known = this.#pending.get(key);
    if (known !== undefined) known.times += times;
    return known !== undefined;
  }

  async #write({ entry, code, times }: Pending): Promise<boolean> {
    try {
      await recordAudit(this.#pool, { ...entry, changes: { after: { code, times } } }, "refused");
      return true;
    } catch (error) {
      this.#log.debug("Could not note a refused request yet", { fault: describeFault(error) });
      return false;
    }
  }

  /** Ends the batches and writes the last one. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #beginMinute(minute: number): void {
    this.#minute = minute;
    this.#written = 0;
    if (this.#dropped > 0)
      this.#log.info("More requests are refused than the audit log notes", { left: this.#dropped });
    this.#dropped = 0;
  }
}

function entryOf({ state, address, code }: Refused): Readonly<{ entry: AuditEntry; key: string; caller: string }> {
  const { route, requestId } = state;
  const { credentialId, userId, impersonatorId, via, limitOrganizationId, application } = callerOf(state);
  const action = route.operation.operationId;
  const targetId = recordIdOf(state);
  return {
    key: [action, code, credentialId ?? ipKeyGenerator(address), targetId].join(" "),
    caller: userId ?? ipKeyGenerator(address),
    entry: {
      id: newId(),
      requestId,
      action,
      targetId,
      targetKind: null,
      changes: undefined,
      sourceAddress: address,
      actorUserId: userId,
      impersonatorId,
      principal: via,
      application,
      organizationId: organizationOf(state) ?? limitOrganizationId,
    },
  };
}

type Caller = Readonly<{
  credentialId: string | null;
  userId: string | null;
  impersonatorId: string | null;
  via: string;
  limitOrganizationId: string | null;
  application: PrincipalRecord["application"];
}>;

function callerOf({ principal, caller }: RefusedRequest): Caller {
  const nobody = {
    credentialId: null,
    userId: null,
    impersonatorId: null,
    limitOrganizationId: null,
    application: null,
  };
  const known = principal?.kind === "user" ? principal : caller;
  return known ?? { ...nobody, via: principal?.kind ?? "anonymous" };
}

/** Of the path only record ids are kept: other parts of it may be secrets, such as the token of an invitation. */
function recordIdOf({ parameters }: RefusedRequest): string | null {
  const found = Object.entries(parameters).find(([name, value]) => name.endsWith("_id") && CANONICAL_UUID.test(value));
  return found?.[1] ?? null;
}

/** An organization hears of who was refused there, as long as they belong to it. */
function organizationOf({ principal, parameters }: RefusedRequest): string | undefined {
  if (principal?.kind !== "user") return undefined;
  return principal.memberships.find(({ slug }) => slug === parameters["slug"])?.organizationId;
}
