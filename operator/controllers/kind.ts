import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { Collection, ResourceKind } from "../../contract/resources/all.ts";
import type { Decision, Outcome } from "../machines/decision.ts";
import type { Indexes } from "../resources/indexes.ts";
import type { KindContext, Parts } from "./parts.ts";
import type { State, Told } from "./shared/announce.ts";
import type { EventNote } from "./shared/event-recorder.ts";
import type { Ground } from "./shared/grounds.ts";
import type { Effect, Handlers } from "./shared/handlers.ts";

/** An object of ours, of whatever kind. */
export type Resource = KubeObject & Readonly<{ spec: object; status?: object }>;
/** One look at the world around an object; kinds add what their effects will need. */
export type Look = Readonly<{
  observed: object;
  /** What the status shows beside the machine's memory. */
  facts: object;
  /** Set while nothing can be decided yet. */
  hold?: Outcome | undefined;
}>;
/** What may be performed now; `held` says when to look again for the rest. */
export type Sifted<E> = Readonly<{ effects: readonly E[]; held: Outcome | undefined }>;

/** Everything that makes a kind: what is declared of it, and what its passes do, in the order in which they do it. */
export type Definition<Own, T extends Resource, L extends Look, S extends State, E extends Effect> = Readonly<{
  kind: ResourceKind;
  collection: Collection;
  /** What people call one of them, in the log. */
  label: string;
  /** How many of them are worked on at once. */
  concurrency: number;
  indexes: Readonly<Record<string, (object: T) => readonly string[]>>;
  /** Makes what only this kind works with. */
  equip: (parts: Parts) => Own;
  observe: (context: KindContext<T, Own>, object: T) => L | Promise<L>;
  parse: (status: T["status"], nowMs: number, spec: T["spec"]) => S;
  next: (state: S, observed: L["observed"], nowMs: number) => Decision<S, E>;
  /** Names what of ours, beside the object, its verdicts rest on: each is asked of the API server before one falls. */
  grounds?: (object: T) => readonly Ground[];
  /** The phases and effects that nothing takes back; that something stalls is a verdict anyway. */
  final?: readonly (S["phase"] | E["kind"])[];
  derive: (
    before: T["status"],
    state: S,
    observed: L["observed"],
    around: Readonly<{ facts: L["facts"]; nowMs: number }>,
  ) => T["status"];
  significance: (status: T["status"]) => string;
  /** Tells whether what a passing state changes of the status can be told with the one that follows; without it nothing can. */
  isTellableLater?: (before: T["status"], after: T["status"]) => boolean;
  /** Tells whether what is looked at is the same after a write of the status as before; without it the next pass looks at once. */
  isForeseeable?: (before: T["status"], after: T["status"]) => boolean;
  told: Told<S["phase"]>;
  /** Says what of a status people are told beside its moves. */
  notes?: (before: T["status"], after: T["status"]) => readonly EventNote[];
  /** Makes ready what effects need, and says which of them must wait. */
  sift?: (context: KindContext<T, Own>, object: T, look: L, effects: readonly E[]) => Sifted<E> | Promise<Sifted<E>>;
  perform: Handlers<KindContext<T, Own>, T, L, E>;
  /** Says, after its effects, when to look again. */
  conclude?: (context: KindContext<T, Own>, object: T, look: L, outcome: Outcome) => Outcome | Promise<Outcome>;
  /** Takes an object apart that is being deleted. */
  remove: (context: KindContext<T, Own>, object: T) => Promise<Outcome>;
}>;

/** A controller that is put together. */
type Controller<Context> = Readonly<{ context: Context; reconcile: (key: string) => Promise<Outcome> }>;

/** A kind as the operator's parts see it. */
export type Kind<Context = unknown> = Readonly<{
  type: ResourceType;
  collection: Collection;
  concurrency: number;
  indexes: Indexes;
  createController: (parts: Parts) => Controller<Context>;
}>;
