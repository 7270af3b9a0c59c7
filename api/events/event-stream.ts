/*
 * Writes the events of one client:
 * 1. The cursor is judged: none begins now; one that is too old, too far behind, or of a state that Postgres no longer
 *    has becomes `resync`.
 * 2. Before anything is sent the caller is asked for anew when the last answer is older than `recheckMs`; a credential
 *    that is not valid any more ends the stream.
 * 3. What follows the cursor is taken from the ring, or from Postgres when the ring does not reach back so far.
 * 4. Once everything that was before it opened has been sent, it says so: `current`.
 * 5. With nothing to send it sleeps; what it may read of by what it knows of its caller wakes it, and a revocation that
 *    may be about them. After `heartbeatMs` the newest id is sent, so that a client of rare events can resume too.
 * Postgres away: nothing is sent but heartbeats until it is back.
 */
import type { Change } from "../../adapters/postgres/resources/change-feed.ts";
import { hasChangesBehind, readChangeBounds, readChanges } from "../../adapters/postgres/resources/event-reads.ts";
import type { AccessReads } from "../../adapters/postgres/identity/access-reads.ts";
import { isPostgresAway, type Pool } from "../../adapters/postgres/pool.ts";
import type { EventKind } from "../../contract/rest/events.ts";
import type { OrganizationRole } from "../../contract/rest/operation.ts";
import { STRICTEST, toUser } from "../http/authenticate.ts";
import { coversScope, isAtLeast } from "../http/authorize.ts";
import type { User } from "../http/principal.ts";
import type { Proof } from "../http/credentials.ts";
import type { EventHub, News, ToldEvent } from "./event-hub.ts";
import { mayConcern } from "./revocations.ts";
import { firstOf, tellEvents } from "./tell-events.ts";

/** The choice of what a client wants to hear of. */
type EventFilter = Readonly<{ kind?: string; id?: string; organizationId?: string }>;

/** A client of the stream. */
export type EventClient = Readonly<{
  hub: EventHub;
  pool: Pool;
  reads: Pick<AccessReads, "askWho">;
  user: User;
  proof: Proof;
  filter: EventFilter;
  signal: AbortSignal;
}>;

const PAGE = 100;
const AWAY_MS = 1_000;

const KIND_SCOPES: Readonly<Record<EventKind, string>> = {
  Cluster: "clusters:read",
  UpgradeRequest: "clusters:read",
  Deployment: "deployments:read",
  DatabaseInstance: "databases:read",
  DatabaseBackup: "databases:read",
  Member: "organizations:read",
  Invitation: "organizations:read",
  ApiKey: "api-keys:read",
  Webhook: "webhooks:read",
  Secret: "secrets:read",
  RegistryCredential: "registry:read",
};
/** Who may list them in an organization. */
const KIND_ROLES: Readonly<Record<EventKind, OrganizationRole>> = {
  Cluster: "viewer",
  UpgradeRequest: "viewer",
  Deployment: "viewer",
  DatabaseInstance: "viewer",
  DatabaseBackup: "viewer",
  Member: "viewer",
  Invitation: "admin",
  ApiKey: "viewer",
  Webhook: "admin",
  Secret: "member",
  RegistryCredential: "viewer",
};

/** Tells whether a credential may hear of a kind. */
export function mayHear({ scopes }: Pick<User, "scopes">, kind: EventKind): boolean {
  return coversScope(scopes, KIND_SCOPES[kind]);
}

/** Tells whether a caller may read changes of a kind in an organization; of a kind that only newer parts know nobody may. */
export function mayReadChange(
  { scopes, memberships }: Pick<User, "scopes" | "memberships">,
  { kind, organizationId }: Pick<Change, "kind" | "organizationId">,
): boolean {
  if (!isEventKind(kind) || !mayHear({ scopes }, kind)) return false;
  const membership = memberships.find((one) => one.organizationId === organizationId);
  return membership !== undefined && isAtLeast(membership.role, KIND_ROLES[kind]);
}

function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(KIND_ROLES, kind);
}

/** Where a stream begins, whether changes before that are lost to it, and what was newest when it was opened. */
type Beginning = Readonly<{ cursor: bigint; isLost: boolean; newest: bigint }>;

/** Judges the cursor of a client: where its stream begins, and whether it has lost changes. */
export async function beginAt(
  { hub, pool, user }: Pick<EventClient, "hub" | "pool" | "user">,
  cursor: string | undefined,
): Promise<Beginning> {
  const { newest, pruned } = await readChangeBounds(pool);
  if (cursor === undefined) return { cursor: newest, isLost: false, newest };
  const after = BigInt(cursor);
  const organizationIds = user.memberships.map((one) => one.organizationId);
  const isLost =
    after < pruned ||
    after > newest ||
    (await hasChangesBehind(pool, { after, organizationIds, limit: hub.limits.behind + 1 }));
  return { cursor: isLost ? newest : after, isLost, newest };
}

/** Makes the text of a client's stream until its signal aborts or its credential ends. */
export async function* eventTexts(client: EventClient, begin: Beginning): AsyncGenerator<string> {
  const { signal, hub } = client;
  const follower = new Follower(client, begin);
  yield begin.isLost ? resyncText(begin.cursor) : `${idText(begin.cursor)}\n`;
  let heartbeatAtMs = hub.clock.monotonicMs() + hub.limits.heartbeatMs;
  let isCurrentTold = false;
  while (!signal.aborted) {
    const text = await follower.next().catch(awayOnly);
    if (text === "ended") return;
    const nowMs = hub.clock.monotonicMs();
    if (text !== "" && text !== "away") yield text;
    else if (!isCurrentTold && follower.isCurrent) {
      isCurrentTold = true;
      yield currentText(follower.cursor);
    } else if (nowMs >= heartbeatAtMs) yield `: heartbeat\n${idText(follower.cursor)}\n`;
    else {
      if (text === "away") await hub.wait(Math.min(AWAY_MS, heartbeatAtMs - nowMs), signal);
      else await follower.sleep(heartbeatAtMs);
      continue;
    }
    heartbeatAtMs = hub.clock.monotonicMs() + hub.limits.heartbeatMs;
  }
}

/** Follows the changes for one client. */
class Follower {
  readonly #client: EventClient;
  #user: User;
  #checkedAtMs: number;
  #revocations: number;
  #timesSetBack: number;
  #newest: bigint;
  cursor: bigint;

  constructor(client: EventClient, { cursor, newest }: Beginning) {
    const { hub, user } = client;
    this.#client = client;
    this.#user = user;
    this.#checkedAtMs = hub.clock.monotonicMs();
    this.#revocations = hub.revocations;
    this.#timesSetBack = hub.timesSetBack;
    this.#newest = newest;
    this.cursor = cursor;
  }

  /** Whether all that was before the stream opened has been told. */
  get isCurrent(): boolean {
    return this.cursor >= this.#newest;
  }

  /** Waits until there is something to send or to ask, or until its time. */
  async sleep(dueAtMs: number): Promise<void> {
    const { hub, signal } = this.#client;
    const isRevoked = hub.revocations !== this.#revocations;
    if (hub.head > this.cursor || isRevoked || hub.timesSetBack !== this.#timesSetBack) return;
    await hub.sleep(this, dueAtMs, signal);
  }

  /** Tells whether it is to be woken, by what it last knew of its caller; else it has passed over what is told. */
  isCalledBy(news: News): boolean {
    const { hub } = this.#client;
    if (hub.timesSetBack !== this.#timesSetBack) return true;
    if (news.kind === "revocations") {
      if (news.whom.some((whom) => mayConcern(whom, this.#user))) return true;
      this.#revocations = hub.revocations;
      return false;
    }
    if (!hub.reaches(this.cursor)) return true;
    if (news.events.some((event) => event.change.seq > this.cursor && this.#mayRead(event))) return true;
    const wasCurrent = this.isCurrent;
    if (hub.head > this.cursor) this.cursor = hub.head;
    // That all of before has been told is told, too.
    return this.isCurrent && !wasCurrent;
  }

  /** Returns what to send next, "" for nothing yet, or that the stream has ended. */
  async next(): Promise<string> {
    const { hub } = this.#client;
    if (!(await this.#isStillValid())) return "ended";
    if (hub.timesSetBack !== this.#timesSetBack) {
      this.#timesSetBack = hub.timesSetBack;
      this.cursor = (await readChangeBounds(this.#client.pool)).newest;
      this.#newest = this.cursor;
      return resyncText(this.cursor);
    }
    const isBehind = hub.after(this.cursor) === undefined;
    const caughtUp = isBehind ? await this.#catchUp() : "";
    return caughtUp === "" ? this.#takeFromRing() : caughtUp;
  }

  /** Takes the next events that the caller may read; "" when the ring has none, or does not reach back to the cursor. */
  #takeFromRing(): string {
    const { hub } = this.#client;
    const known = hub.after(this.cursor);
    if (known === undefined) return "";
    const wanted = known.filter((event) => this.#mayRead(event));
    const page = firstOf(wanted, PAGE);
    const reached = page.length < wanted.length ? page.at(-1)?.change.seq : hub.head;
    if (reached !== undefined && reached > this.cursor) this.cursor = reached;
    return page.map(changeText).join("");
  }

  async #catchUp(): Promise<string> {
    const { pool, hub } = this.#client;
    const head = hub.head;
    const organizationIds = this.#user.memberships.map((one) => one.organizationId);
    const changes = await readChanges(pool, { after: this.cursor, organizationIds, limit: PAGE });
    const { events, count } = await tellEvents(pool, changes);
    const last = changes[count - 1]?.seq ?? this.cursor;
    // The ring's head was committed before the read began: a page that is not full reaches at least so far.
    this.cursor = changes.length < PAGE && count === changes.length && head > last ? head : last;
    return events
      .filter((event) => this.#mayRead(event))
      .map(changeText)
      .join("");
  }

  async #isStillValid(): Promise<boolean> {
    const { hub, reads, proof } = this.#client;
    const nowMs = hub.clock.monotonicMs();
    const revocations = hub.revocations;
    if (nowMs - this.#checkedAtMs < hub.limits.recheckMs && revocations === this.#revocations) return true;
    const found = proof.kind === "credential" ? await reads.askWho(proof.credential) : undefined;
    if (found === undefined) return false;
    this.#user = toUser(found, STRICTEST);
    this.#checkedAtMs = nowMs;
    this.#revocations = revocations;
    return true;
  }

  #mayRead({ change }: ToldEvent): boolean {
    return isWanted(this.#client.filter, change) && mayReadChange(this.#user, change);
  }
}

function isWanted({ kind, id, organizationId }: EventFilter, change: Change): boolean {
  // A person's keys are theirs in whatever organization they look at.
  const isWithin = change.kind === "ApiKey" || (organizationId ?? change.organizationId) === change.organizationId;
  return isWithin && (kind ?? change.kind) === change.kind && (id ?? change.resourceId) === change.resourceId;
}

function awayOnly(error: unknown): "away" {
  if (isPostgresAway(error)) return "away";
  throw error;
}

function idText(cursor: bigint): string {
  return `id: ${cursor}\n`;
}

function changeText({ change, data }: ToldEvent): string {
  return `${idText(change.seq)}event: change\ndata: ${data}\n\n`;
}

function currentText(cursor: bigint): string {
  return `${idText(cursor)}event: current\ndata: {}\n\n`;
}

function resyncText(cursor: bigint): string {
  return `${idText(cursor)}event: resync\ndata: {}\n\n`;
}
