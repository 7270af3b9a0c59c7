import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { NodeDrains } from "../../../operator/delivery/node-drains.ts";
import { sleep } from "../../../operator/runtime/clock.ts";
import { createFakeClock } from "../../support/fake-clock.ts";

const PODS = Array.from({ length: 110 }, (_, index) => `p${index}`);

describe("NodeDrains", () => {
  it("empties a node of 110 pods on a slow API server over many passes, none of which is long", async () => {
    const clock = createFakeClock();
    const left = new Set(PODS);
    /** Forty of them a budget holds, which come first in every list. */
    const isHeld = (name: string): boolean => Number(name.slice(1)) < 40;
    let open = 0;
    let openMax = 0;
    const client = {
      list: () => Promise.resolve({ items: [...left].map((name) => ({ metadata: { name, namespace: "n" } })) }),
      request: async (_method: string, path: string) => {
        openMax = Math.max(openMax, (open += 1));
        await sleep(clock, 9_000);
        open -= 1;
        const name = path.split("/").at(-2) ?? "";
        if (isHeld(name)) throw new KubeError("POST", { status: 429, reason: "TooManyRequests" });
        left.delete(name);
        return {};
      },
    } as unknown as KubeClient;
    const drains = new NodeDrains(clock);
    const durations: number[] = [];
    for (let pass = 0; pass < 8; pass += 1) {
      const startedMs = clock.monotonicMs();
      const done = drains.evict("one", client, "node").then(() => durations.push(clock.monotonicMs() - startedMs));
      await clock.advance(120_000);
      await done;
    }
    expect(Math.max(...durations)).to.be.at.most(30_000);
    expect(openMax).to.be.within(2, 8);
    expect(
      [...left].filter((name) => !isHeld(name)),
      "those that may go",
    ).to.eql([]);
    const leaving = await drains.list("one", client, "node");
    expect(leaving).to.have.length(40);
    expect(
      leaving.every(({ heldBy }) => heldBy.includes("disruption budget")),
      "each says why",
    ).to.equal(true);
  });
});
