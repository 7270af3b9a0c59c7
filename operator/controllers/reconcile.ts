/**
 * The loop, once for every kind. A pass over the object of a key:
 *
 * 1. one that is gone is forgotten;
 * 2. one that is being deleted is taken apart, as long as it has our finalizer;
 * 3. what kubectl left out is added (id, organization, finalizer);
 * 4. it is observed, and the machine decides; a verdict falls only when what it rests on was asked of the API server;
 * 5. the status is written when something in it matters, or when a trouble that it tells of is over, with the version that was
 *    read, and the move is told; what a push is about to change again is told with the push, unless that takes long;
 * 6. effects run in order; the next pass sees what came of them. What was written needs none, where it would decide nothing new.
 */
import { isDeepStrictEqual } from "node:util";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { Condition } from "../../contract/resources/conditions.ts";
import { isMended, isShownLate } from "../machines/conditions.ts";
import { SETTLED, wait, type Decision, type Outcome } from "../machines/decision.ts";
import { isSetRight } from "../machines/status-time.ts";
import { deriveAdoption, hasFinalizer, optionsAwaitedMs } from "../resources/adoption.ts";
import { cacheOf, type Caches } from "../resources/caches.ts";
import { OWN_TYPES } from "../../adapters/kubernetes/resource-types.ts";
import { StatusWriter } from "../resources/status-writer.ts";
import type { Clock } from "../runtime/clock.ts";
import { keyOf } from "../runtime/object-store.ts";
import type { Definition, Kind, Look, Resource, Sifted } from "./kind.ts";
import { handlerOf, type Effect } from "./shared/handlers.ts";
import type { KindContext } from "./parts.ts";
import { announce, type State } from "./shared/announce.ts";
import type { GitDesk } from "./shared/git-desk.ts";
import { ANEW } from "./shared/grounds.ts";
import { UntoldChanges } from "./shared/untold-changes.ts";

/** Makes a kind of its definition. */
export function defineKind<Own, T extends Resource, L extends Look, S extends State, E extends Effect>(
  definition: Definition<Own, T, L, S, E>,
): Kind<KindContext<T, Own>> {
  const { kind, collection, concurrency, indexes, equip } = definition;
  const type = OWN_TYPES[kind];
  return {
    type,
    collection,
    concurrency,
    indexes,
    createController: (parts) => {
      const cache = cacheOf<T>(parts.caches, collection);
      const status = new StatusWriter<T>(parts.client, type, cache);
      const context = { ...parts, ...equip(parts), status, untold: new UntoldChanges(parts.clock) };
      return { context, reconcile: (key) => reconcileKey({ ...definition, type }, context, key) };
    },
  };
}

type Around<T extends KubeObject> = Readonly<{
  caches: Pick<Caches, "namespaces">;
  desk: Pick<GitDesk, "forget">;
  status: Pick<StatusWriter<T>, "metadata">;
  clock: Pick<Clock, "nowMs">;
}>;

type Steps<T> = Readonly<{ live: (object: T) => Promise<Outcome>; deleted: (object: T) => Promise<Outcome> }>;

/** Reconciles what a cache holds under a key; `deskKey` names it at the Git desk. */
export async function reconcileObject<T extends KubeObject>(
  { caches, desk, status, clock }: Around<T>,
  { deskKey, object }: Readonly<{ deskKey: string; object: T | undefined }>,
  { live, deleted }: Steps<T>,
): Promise<Outcome> {
  if (object === undefined) {
    desk.forget(deskKey);
    return SETTLED;
  }
  if (object.metadata.deletionTimestamp !== undefined) {
    const awaitedMs = optionsAwaitedMs(object, clock.nowMs());
    if (awaitedMs > 0) return wait(awaitedMs, "AwaitingDeletionOptions");
    const outcome = hasFinalizer(object) ? await deleted(object) : SETTLED;
    // Before its end is seen here, another object may stand under its name, with generations that begin anew.
    if (outcome.kind === "settled") desk.forget(deskKey);
    return outcome;
  }
  const adoption = deriveAdoption(object, caches.namespaces);
  if (adoption === undefined) return live(object);
  await status.metadata(object, adoption);
  return wait(1_000, "Adopting");
}

type Named<Own, T extends Resource, L extends Look, S extends State, E extends Effect> = Definition<Own, T, L, S, E> &
  Readonly<{ type: ResourceType }>;

/** Reconciles the object of a key. */
function reconcileKey<Own, T extends Resource, L extends Look, S extends State, E extends Effect>(
  kind: Named<Own, T, L, S, E>,
  context: KindContext<T, Own>,
  key: string,
): Promise<Outcome> {
  const cache = cacheOf<T>(context.caches, kind.collection);
  const object = cache.get(key);
  if (object === undefined) context.untold.forget(key);
  return reconcileObject(
    context,
    { deskKey: `${kind.kind}/${key}`, object },
    {
      live: (object) => reconcileLive(kind, context, object),
      deleted: (object) => kind.remove(context, object),
    },
  );
}

function noteNews<Own, T extends Resource, L extends Look, S extends State, E extends Effect>(
  { notes, type }: Named<Own, T, L, S, E>,
  { events }: KindContext<T, Own>,
  object: T,
  after: T["status"],
): void {
  for (const note of notes?.(object.status, after) ?? []) events.record(type, object, note);
}

async function reconcileLive<Own, T extends Resource, L extends Look, S extends State, E extends Effect>(
  kind: Named<Own, T, L, S, E>,
  context: KindContext<T, Own>,
  object: T,
): Promise<Outcome> {
  const seen = kind.observe(context, object);
  // What was seen in memory is decided upon before anything else can happen.
  const look = seen instanceof Promise ? await seen : seen;
  if (look.hold !== undefined) return look.hold;
  const { observed, facts } = look;
  const nowMs = context.clock.nowMs();
  const before = kind.parse(object.status, nowMs, object.spec);
  const decision = kind.next(before, observed, nowMs);
  if (!(await isGrounded(kind, context, object, { before, decision }))) return ANEW;
  const after = kind.derive(object.status, decision.state, observed, { facts, nowMs });
  const sift = (): Sifted<E> | Promise<Sifted<E>> | undefined => kind.sift?.(context, object, look, decision.effects);
  const early = mayTellLater(kind, context, object, { decision, after }) ? await sift() : undefined;
  const isTold = isToTell(early, kind.significance, { shown: object.status, now: after }, nowMs);
  if (isTold) {
    await context.status.write(object, object.status, after);
    announce(context, kind, object, { before, after: decision.state, why: decision.why });
    noteNews(kind, context, object, after);
  }
  const { effects, outcome } = workOf(decision, early ?? (kind.sift && (await sift())));
  for (const effect of effects) await handlerOf(kind.perform, effect)(context, object, look, effect);
  const concluded = kind.conclude === undefined ? outcome : await kind.conclude(context, object, look, outcome);
  return foreseen(kind, object, { isTold, after, observed, effects, concluded }, nowMs);
}

type Done<L extends Look, S, E> = Readonly<{
  isTold: boolean;
  after: S;
  observed: L["observed"];
  effects: readonly E[];
  concluded: Outcome;
}>;

/** Marks a pass whose write brings one that would find nothing to change, and ask for nothing that was not just done. */
function foreseen<Own, T extends Resource, L extends Look, S extends State, E extends Effect>(
  { isForeseeable, parse, next }: Named<Own, T, L, S, E>,
  { status, spec }: T,
  { isTold, after, observed, effects, concluded }: Done<L, T["status"], E>,
  nowMs: number,
): Outcome {
  if (!isTold || isForeseeable?.(status, after) !== true) return concluded;
  const state = parse(after, nowMs, spec);
  const following = next(state, observed, nowMs);
  const isDone = (effect: E): boolean => effects.some((done) => isDeepStrictEqual(done, effect));
  const isSame = isDeepStrictEqual(following.state, state) && following.effects.every(isDone);
  return isSame ? { ...concluded, hasSeenItsWrite: true } : concluded;
}

/** What is held back before it is pushed is told, whatever might follow: nobody knows for how long. */
function isToTell<S extends object | undefined>(
  early: Sifted<unknown> | undefined,
  ...news: Parameters<typeof isNews<S>>
): boolean {
  const isLeft = early !== undefined && early.held === undefined;
  return !isLeft && isNews(...news);
}

function workOf<S, E>(
  decision: Decision<S, E>,
  sifted: Sifted<E> | undefined,
): Pick<Decision<S, E>, "effects" | "outcome"> {
  const { effects, held } = sifted ?? { effects: decision.effects, held: undefined };
  return { effects, outcome: held ?? decision.outcome };
}

/** Tells whether what was decided can be told with what is about to follow of it. */
function mayTellLater<Own, T extends Resource, L extends Look, S extends State, E extends Effect>(
  { isTellableLater }: Named<Own, T, L, S, E>,
  { untold }: KindContext<T, Own>,
  object: T,
  { decision: { passesWithinMs }, after }: Readonly<{ decision: Decision<S, E>; after: T["status"] }>,
): boolean {
  const key = keyOf(object);
  if (passesWithinMs !== undefined && isTellableLater?.(object.status, after) === true)
    return untold.mayWait(key, passesWithinMs);
  untold.forget(key);
  return false;
}

type Decided<S extends State, E extends Effect> = Readonly<{ before: S; decision: Decision<S, E> }>;

/** A verdict is not made on the word of copies: what it rests on is asked of the API server first. */
async function isGrounded<Own, T extends Resource, L extends Look, S extends State, E extends Effect>(
  { final = [], grounds }: Named<Own, T, L, S, E>,
  { areNewest }: KindContext<T, Own>,
  object: T,
  decided: Decided<S, E>,
): Promise<boolean> {
  return !isVerdict(final, decided) || areNewest(grounds?.(object) ?? []);
}

/** Tells whether a decision ends something, or tells people of a fault. */
function isVerdict<S extends State, E extends Effect>(
  final: readonly (S["phase"] | E["kind"])[],
  { before, decision: { state, effects } }: Decided<S, E>,
): boolean {
  if (state.stalled && (!before.stalled || before.reason !== state.reason)) return true;
  if (state.phase !== before.phase && final.includes(state.phase)) return true;
  return effects.some(({ kind }) => final.includes(kind));
}

type Shown = Parameters<typeof isSetRight>[0] & Readonly<{ conditions?: readonly Condition[] | undefined }>;

function isNews<S extends object | undefined>(
  significance: (status: S) => string,
  { shown, now }: Readonly<{ shown: S; now: S }>,
  nowMs: number,
): boolean {
  if (significance(shown) !== significance(now)) return true;
  const [before, after]: readonly [Shown, Shown] = [shown ?? {}, now ?? {}];
  if (isSetRight(before, after, nowMs)) return true;
  return isMended(before.conditions, after.conditions) || isShownLate(before.conditions, after.conditions, nowMs);
}
