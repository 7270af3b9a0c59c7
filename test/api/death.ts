import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import type { WriteLedger } from "../../adapters/postgres/resources/write-ledger.ts";

type Plan = Readonly<{ at?: number; after?: boolean; refuses?: number }>;

/** Ends the gateway's effects at a step: nothing that it begins afterwards has one. */
export class Death {
  steps = 0;
  isDead = false;
  #creates = 0;
  readonly #plan: Plan;

  constructor(plan: Plan = {}) {
    this.#plan = plan;
  }

  async step<T>(effect: () => Promise<T>): Promise<T> {
    this.steps += 1;
    const isLast = this.steps === this.#plan.at;
    if (isLast && this.#plan.after === true && !this.isDead) await effect();
    if (isLast) this.isDead = true;
    if (this.isDead) throw new Error("The process is dead");
    return effect();
  }

  isRefused(): boolean {
    this.#creates += 1;
    return this.#creates === this.#plan.refuses;
  }
}

/** Makes a client whose creations of deployments die with the gateway. */
export function mortal(kube: KubeClient, death: () => Death): KubeClient {
  return new Proxy(kube, {
    get(target, member: keyof KubeClient) {
      if (member !== "create") return (target[member] as (...given: unknown[]) => unknown).bind(target);
      const create: KubeClient["create"] = (type, body, options) =>
        type.kind !== "Deployment"
          ? target.create(type, body, options)
          : death().isRefused()
            ? Promise.reject(new KubeError("POST /x", { status: 429, reason: "TooManyRequests" }))
            : death().step(() => target.create(type, body, options));
      return create;
    },
  });
}

/** Makes a ledger that dies with the gateway. */
export function mortalLedger(ledger: WriteLedger, death: () => Death): WriteLedger {
  return {
    ...ledger,
    begin: (intent) => death().step(() => ledger.begin(intent)),
    succeed: (intent, done) => death().step(() => ledger.succeed(intent, done)),
    refuse: (intent) => death().step(() => ledger.refuse(intent)),
    leaveOpen: (intent) => death().step(() => ledger.leaveOpen(intent)),
  };
}
