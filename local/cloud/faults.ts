import { setTimeout as delay } from "node:timers/promises";
import type { LocalFault, LocalOperation } from "../../adapters/providers/local-cloud-protocol.ts";
import { Refusal } from "./refusal.ts";

type Planted = { fault: Extract<LocalFault, { type: "fail" | "delay" }>; left: number };

/** Remembers the faults that were asked for and lets the next operations run into them. */
export class Faults {
  #planted: Planted[] = [];
  readonly #soldOut = new Set<string>();
  #clustersMax = Number.POSITIVE_INFINITY;

  /** Plants or clears a fault. */
  plant(fault: LocalFault): void {
    switch (fault.type) {
      case "fail":
      case "delay":
        this.#planted.push({ fault, left: fault.count });
        return;
      case "sold_out":
        if (fault.sold_out) this.#soldOut.add(fault.server_type);
        else this.#soldOut.delete(fault.server_type);
        return;
      case "quota":
        this.#clustersMax = fault.clusters ?? Number.POSITIVE_INFINITY;
        return;
      case "clear":
        this.#planted = [];
        this.#soldOut.clear();
        this.#clustersMax = Number.POSITIVE_INFINITY;
    }
  }

  /** Runs into what is planted for an operation: first the delay, then the failure. */
  async meet(operation: LocalOperation): Promise<void> {
    const slow = this.#take(operation, "delay");
    if (slow?.type === "delay") await delay(slow.delay_ms);
    const failing = this.#take(operation, "fail");
    if (failing?.type === "fail") throw new Refusal("fault", failing.message, failing.status);
  }

  /** Tells whether a server type is sold out. */
  isSoldOut(serverType: string): boolean {
    return this.#soldOut.has(serverType);
  }

  /** Refuses a further cluster when the quota is used up. */
  assertRoom(clusters: number): void {
    if (clusters >= this.#clustersMax)
      throw new Refusal("quota_exceeded", `The quota of ${this.#clustersMax} clusters is used up`);
  }

  #take(operation: LocalOperation, type: "fail" | "delay"): Planted["fault"] | undefined {
    const found = this.#planted.find(({ fault }) => fault.operation === operation && fault.type === type);
    if (!found) return undefined;
    found.left -= 1;
    if (found.left === 0) this.#planted = this.#planted.filter((planted) => planted !== found);
    return found.fault;
  }
}
