import type { DeletionDecision } from "../../machines/deletion-decision.ts";
import type { Outcome } from "../../machines/decision.ts";
import { handlerOf, type Effect, type Handlers } from "./handlers.ts";

type Around<T> = Readonly<{
  status: Readonly<{ write: (object: T, before: unknown, after: unknown) => Promise<T> }>;
}>;

/** One step of a deletion, decided. */
type Step<C, T, L, E extends Effect> = Readonly<{
  look: L;
  decision: DeletionDecision<E>;
  after: unknown;
  /** Whether what is to be shown is other than what is shown. */
  isNews: boolean;
  perform: Handlers<C, T, L, E>;
}>;

/**
 * Goes one step of a deletion: its news is told, then its effects run in order, as everywhere. Only the last step tells nothing: with
 * the finalizer goes the object.
 */
export async function takeApart<C extends Around<T>, T extends Readonly<{ status?: unknown }>, L, E extends Effect>(
  context: C,
  object: T,
  { look, decision, after, isNews, perform }: Step<C, T, L, E>,
): Promise<Outcome> {
  const { effects, outcome } = decision;
  const finishing = effects.some(({ kind }) => kind === "removeFinalizer");
  const current = isNews && !finishing ? await context.status.write(object, object.status, after) : object;
  for (const effect of effects) await handlerOf(perform, effect)(context, current, look, effect);
  return outcome;
}
