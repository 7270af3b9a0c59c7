import type pg from "pg";
import { canPay } from "../billing/billing-store.ts";
import { closeAudit, recordAudit, type AuditEntry, type AuditOutcome } from "../requests/audit-store.ts";
import {
  abandonAttempt,
  beginAttempt,
  findEarlier,
  forgetAttempt,
  storeAnswer,
  type Earlier,
  type RepeatableRequest,
} from "../requests/idempotency-store.ts";
import { claimDomain, releaseDomain, type DomainClaim } from "./domain-store.ts";
import { keepOnlyName, releaseName, reserveName, type ReservedName } from "./name-store.ts";
import { inTransaction } from "../pool.ts";
import type { Queryable } from "../queryable.ts";
import { recordChanges, type ChangeRecord } from "./record-changes.ts";
import { findExcess, type AmountWish, type Excess } from "./amount-store.ts";
import { lockOrganization, takeRoom, type Room } from "./quota-store.ts";

/**
 * Keeps Postgres and the API server together over a write (docs/adr/0014):
 * 1. `begin`, one transaction: place and amounts in the quotas, audit row `attempted`, idempotency row, name reservation, the record id;
 * 2. the caller writes to the API server;
 * 3. `succeed`, one transaction: projection, audit outcome, stored answer; or `refuse`, which takes step 1 back; or
 *    `leaveOpen`, when the API server's answer was lost.
 */
export type WriteIntent = Readonly<{
  /** Its requestId is also the annotation of the object, its targetId the record id. */
  audit: AuditEntry & Readonly<{ targetId: string }>;
  repeat?: RepeatableRequest;
  /** Generation of the object before an action on it. */
  generation?: string;
  reserve?: ReservedName;
  /** Domain that the resource gets. */
  domain?: DomainClaim;
  /** Place that a creation takes in its owner's quota. */
  room?: Room;
  /** Place that it takes of its user, beside the organization's. */
  userRoom?: Room | undefined;
  /** What its target asks for by it, in an organization whose amounts are limited. */
  amounts?: AmountWish | undefined;
  /** Says that the creation needs a payment method of the organization; with `room`, whose lock it takes. */
  needsPayment?: boolean;
  /** What /events tells of it: of what no mirror sees. */
  told?: ChangeRecord;
  /** Says that an abandoned attempt is taken over: its audit row is there already. */
  isTakeOver?: boolean;
}>;

/** Whether a write may go on. */
export type Begun =
  "begun" | "nameTaken" | "domainTaken" | "overtaken" | "full" | "userFull" | "ownerGone" | "unpaid" | Excess;

/** Records writes before and after they happen. */
export interface WriteLedger {
  findEarlier(request: RepeatableRequest): Promise<Earlier>;
  begin(intent: WriteIntent): Promise<Begun>;
  succeed(intent: WriteIntent, done: WriteDone): Promise<void>;
  refuse(intent: WriteIntent): Promise<void>;
  leaveOpen(intent: WriteIntent): Promise<void>;
  /** Records an action that is over already. */
  audit(entry: AuditEntry, outcome: AuditOutcome): Promise<void>;
}

/** What a successful write leaves behind. */
type WriteDone = Readonly<{
  /** Writes the projection of the returned object. */
  project?: (db: Queryable) => Promise<void>;
  /** The answer for repetitions; a null body says that it held a secret. */
  answer?: Readonly<{ status: number; body: unknown }>;
  /** The generation that the write has made. */
  generation?: number | undefined;
  /** The one name that the resource holds from now on. */
  shows?: ReservedName;
}>;

class Abort extends Error {
  readonly begun: Begun;

  constructor(begun: Begun) {
    super(typeof begun === "string" ? begun : begun.quota);
    this.begun = begun;
  }
}

/** Creates the ledger of writes. */
export function createWriteLedger(pool: pg.Pool): WriteLedger {
  return {
    findEarlier: (request) => findEarlier(pool, request),
    begin: (intent) => begin(pool, intent),
    succeed: (intent, done) => inTransaction(pool, (db) => succeed(db, intent, done)),
    refuse: (intent) => inTransaction(pool, (db) => refuse(db, intent)),
    leaveOpen: (intent) => inTransaction(pool, (db) => leaveOpen(db, intent)),
    audit: (entry, outcome) => recordAudit(pool, entry, outcome),
  };
}

async function begin(pool: pg.Pool, intent: WriteIntent): Promise<Begun> {
  const { audit, repeat, reserve, generation } = intent;
  const work = { requestId: audit.requestId, recordId: audit.targetId, generation: generation ?? null };
  try {
    await inTransaction(pool, async (db) => {
      if (intent.isTakeOver !== true) await takePlaces(db, intent);
      if (repeat !== undefined && !(await beginAttempt(db, repeat, work))) throw new Abort("overtaken");
      if (reserve !== undefined && !(await reserveName(db, reserve))) throw new Abort("nameTaken");
      if (intent.domain !== undefined && !(await claimDomain(db, intent.domain))) throw new Abort("domainTaken");
      const { amounts } = intent;
      if (intent.isTakeOver !== true)
        await recordAudit(db, amounts === undefined ? audit : { ...audit, asked: amounts.asked }, "attempted");
    });
    return "begun";
  } catch (error) {
    if (error instanceof Abort) return error.begun;
    throw error;
  }
}

/** The organization's before the user's, always: two creations never wait for each other. */
async function takePlaces(db: Queryable, { room, userRoom, needsPayment, amounts }: WriteIntent): Promise<void> {
  if (room !== undefined) {
    const taken = await takeRoom(db, room);
    if (taken !== "taken") throw new Abort(taken);
    if (needsPayment === true && !(await canPay(db, room.ownerId))) throw new Abort("unpaid");
  }
  if (amounts !== undefined) await takeAmounts(db, amounts);
  if (userRoom !== undefined && (await takeRoom(db, userRoom)) === "full") throw new Abort("userFull");
}

/** Whoever else wants some of the same organization waits for its lock, and then finds this claim. */
async function takeAmounts(db: Queryable, wish: AmountWish): Promise<void> {
  if (!(await lockOrganization(db, wish.organizationId))) throw new Abort("ownerGone");
  const excess = await findExcess(db, wish);
  if (excess !== undefined) throw new Abort(excess);
}

async function succeed(db: Queryable, intent: WriteIntent, done: WriteDone): Promise<void> {
  await done.project?.(db);
  if (intent.domain !== undefined) await releaseDomain(db, intent.domain);
  const { requestId, targetId } = intent.audit;
  await closeAudit(db, { requestId, targetId, generation: done.generation }, "succeeded");
  if (done.shows !== undefined) await keepOnlyName(db, done.shows);
  if (intent.repeat !== undefined && done.answer !== undefined) await storeAnswer(db, intent.repeat, done.answer);
  if (intent.told !== undefined) await recordChanges(db, [intent.told]);
}

/** Nobody knows whether it was written: whoever looks at it is told, and reads what there is. */
async function leaveOpen(db: Queryable, { repeat, told }: WriteIntent): Promise<void> {
  if (repeat !== undefined) await abandonAttempt(db, repeat);
  if (told !== undefined) await recordChanges(db, [{ ...told, type: "updated" }]);
}

async function refuse(db: Queryable, intent: WriteIntent): Promise<void> {
  await closeAudit(db, intent.audit, "refused");
  if (intent.reserve !== undefined) await releaseName(db, intent.reserve);
  if (intent.domain !== undefined) await releaseDomain(db, intent.domain);
  if (intent.repeat !== undefined) await forgetAttempt(db, intent.repeat);
}
