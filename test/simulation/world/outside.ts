import type { ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { APPLICATIONS, EVENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { SavedState } from "../../support/fake-kube-client.ts";
import type { Disturbance } from "./disturbance.ts";
import type { World } from "./world.ts";

const WRITES: ReadonlySet<string> = new Set(["create", "patch", "delete"]);
const COUNTED = 100;
const AWAY = "rpc error: code = Unavailable desc = connection refused";

/** Lets fail what is not ours, at the effects that a disturbance names: Argo CD, etcd, clocks, and who issues tokens. */
export class Outside {
  readonly #world: World;
  readonly #disturbance: Disturbance;
  #saved: SavedState | undefined;
  #acts = false;

  constructor(world: World, disturbance: Disturbance = {}) {
    this.#world = world;
    this.#disturbance = disturbance;
    if (disturbance.tokenLifeMs !== undefined) world.tokens.maxLifeMs = disturbance.tokenLifeMs;
  }

  /** Performs an effect of the operator, with what befalls the others before and after it. */
  async around<T>(at: number, perform: () => Promise<T>): Promise<T> {
    const { outage, rollback, skew } = this.#disturbance;
    if (rollback?.at === at) this.#saved = this.#world.management.save();
    this.#acts = true;
    const performed = perform();
    this.#acts = false;
    try {
      return await performed;
    } finally {
      if (outage?.at === at) this.#begin(outage);
      if (skew?.at === at) this.#skew(skew);
      if (rollback !== undefined && at >= rollback.at + rollback.after) this.#rollBack();
    }
  }

  /** Hears of each call of the management cluster: a backup of before somebody asked for something would lose that. */
  onCall(method: string, type: ResourceType | undefined): void {
    if (WRITES.has(method) && !this.#acts && type !== APPLICATIONS && type !== EVENTS) this.#saved = undefined;
  }

  #rollBack(): void {
    // Others write, too: it has counted past what the operator knew. That two versions had one number would be none's.
    const { version } = this.#world.management.save();
    if (this.#saved !== undefined) this.#world.management.restore(this.#saved, { version: version + COUNTED });
    this.#saved = undefined;
  }

  #skew({ byMs, forMs }: NonNullable<Disturbance["skew"]>): void {
    this.#world.operatorSkewMs = byMs;
    this.#world.clock.setTimeout(() => (this.#world.operatorSkewMs = 0), forMs);
  }

  #begin({ of, forMs }: NonNullable<Disturbance["outage"]>): void {
    const world = this.#world;
    const before = { incomparable: world.incomparable, undeletable: world.undeletable, ails: world.ails };
    if (of === "compare") world.incomparable = () => AWAY;
    else if (of === "delete") world.undeletable = () => "the server does not answer";
    else world.ails = () => "Degraded";
    world.clock.setTimeout(() => Object.assign(world, before), forMs);
  }
}
