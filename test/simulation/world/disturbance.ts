/** How a run is disturbed; an empty one is left alone. */
export type Disturbance = Readonly<{
  /** The effect at which the operator dies, and whether that effect still happens. */
  crashes?: readonly Readonly<{ at: number; when: "before" | "after" }>[];
  /** The effect after which the operator is frozen in the middle of its pass, until long after another one leads. */
  freezeAt?: number;
  /** Watch events of the operator come late by up to this. */
  staleMs?: number;
  /** The first lists of an operator that died lag by so many events. */
  staleEvents?: number;
  /** Watches tell of each object as it was so many versions ago; what is newest comes by itself after a few seconds. */
  behind?: number;
  /** The share of watch events that never come; the watch then expires and has to be listed anew. */
  lost?: number;
  /** Watch events that never come, counted over all watches together: what is not told in seconds is found by a list. */
  missed?: Pick<ReadonlySet<number>, "has">;
  /** The share of the operator's patches before which somebody else writes. */
  conflicts?: number;
  /** Every call takes up to this. */
  latencyMs?: number;
  /** The share of pushes that fail, or whose answer is lost. */
  pushFaults?: number;
  /** The longest life of a token that a tenant's API server grants. */
  tokenLifeMs?: number;
  /** The effect after which Argo CD cannot do something for so long, or says of all that runs that it is unwell. */
  outage?: Readonly<{ at: number; of: Outage; forMs: number }>;
  /** The effect after which the operator's clock is wrong by so much for so long. */
  skew?: Readonly<{ at: number; byMs: number; forMs: number }>;
  /** The effect before which etcd is backed up, and how many effects later it is put back, unless somebody asked for something meanwhile. */
  rollback?: Readonly<{ at: number; after: number }>;
}>;

/** What Argo CD cannot do for a while. */
export type Outage = "compare" | "delete" | "keep well";

/**
 * What the operator of a run does wrong on purpose: known-bad variants that the oracles must catch.
 *
 * - finalizer-unseen: takes an Application that it cannot see for gone;
 * - replays-conflicts: repeats a patch that met a conflict;
 * - creates-anew: makes another one of what is there already;
 * - commits-twice: commits what the branch holds already;
 * - blind-writes: writes without saying what it has read;
 * - trusts-watches: never lists again after a watch that expired;
 * - keeps-removed: leaves in a file what is no longer wanted;
 * - unfenced: goes on where it was when another one leads;
 * - sweeps-unseen: takes whatever has no resource for deleted;
 * - looks-nowhere: chooses a host without looking where a cluster lies already;
 * - leaves-keys: takes the key of the certificate for all names of a cluster for gone;
 * - leaves-names: sees no Ingress and no route on a host, and so leaves names in them that are another's by now.
 */
export type Misbehaviour =
  | "finalizer-unseen"
  | "replays-conflicts"
  | "creates-anew"
  | "commits-twice"
  | "blind-writes"
  | "trusts-watches"
  | "keeps-removed"
  | "unfenced"
  | "sweeps-unseen"
  | "looks-nowhere"
  | "leaves-keys"
  | "leaves-names";

/** What is done wrongly on tenant clusters too. */
export const ON_TENANTS: ReadonlySet<Misbehaviour> = new Set(["looks-nowhere", "leaves-names"]);

/** Ends whatever a dead operator still has in hand. */
export class Dead extends Error {
  constructor() {
    super("This operator is dead");
    this.name = "Dead";
  }
}
