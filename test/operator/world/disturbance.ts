/** Says how a run is disturbed; an empty one is left alone. */
export type Disturbance = Readonly<{
  /** The effect at which the operator dies, and whether that effect still happens. */
  crashes?: readonly Readonly<{ at: number; when: "before" | "after" }>[];
  /** Watch events of the operator come late by up to this. */
  staleMs?: number;
  /** A restarted operator's first lists lag by so many events. */
  staleEvents?: number;
  /** The share of watch events that never come; the watch then expires and has to be listed anew. */
  lost?: number;
  /** The share of the operator's patches before which somebody else writes. */
  conflicts?: number;
  /** Every call takes up to this. */
  latencyMs?: number;
  /** The share of pushes that fail, or whose answer is lost. */
  pushFaults?: number;
}>;

/** Is what the operator of a run does wrong on purpose: known-bad variants that the oracles must catch. */
export type Misbehaviour = "finalizer-unseen" | "replays-conflicts" | "believes-writes" | "patches-needlessly";

/** Ends whatever a dead operator still has in hand. */
export class Dead extends Error {
  constructor() {
    super("This operator is dead");
    this.name = "Dead";
  }
}
