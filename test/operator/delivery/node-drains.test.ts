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

  it("goes on with the others where admission denies an eviction, and tells who does", async () => {
    const webhook = 'webhook "guard.example.com"';
    const refusals: Record<string, KubeError> = {
      terminating: refusal(403, "pods is forbidden: its namespace is being terminated"),
      denied: refusal(403, `admission ${webhook} denied the request: s3cret`),
      invalid: refusal(422, `admission ${webhook} denied the request: s3cret`),
      away: refusal(500, `Internal error occurred: failed calling ${webhook}: refused`),
      several: refusal(500, "This pod has more than one PodDisruptionBudget"),
    };
    const names = [...PODS.slice(0, 8), "terminating", "denied", "invalid", "away", "several", "free"];
    const left = new Set(names);
    const client = {
      list: () => Promise.resolve({ items: [...left].map((name) => ({ metadata: { name, namespace: "n" } })) }),
      request: (_method: string, path: string) => {
        const name = path.split("/").at(-2) ?? "";
        if (name !== "free") return Promise.reject(refusals[name] ?? refusal(403, "forbidden"));
        left.delete(name);
        return Promise.resolve({});
      },
    } as unknown as KubeClient;
    const drains = new NodeDrains(createFakeClock());
    await drains.evict("one", client, "node");
    const held = new Map((await drains.list("one", client, "node")).map(({ name, heldBy }) => [name, heldBy]));
    expect(held.has("n/free"), "asked though it comes last").to.equal(false);
    expect([held.get("n/terminating"), held.get("n/denied"), held.get("n/invalid")]).to.eql([
      "the cluster's own admission does not allow it",
      `${webhook} does not allow it`,
      `${webhook} does not allow it`,
    ]);
    expect(held.get("n/away")).to.equal(`${webhook} does not answer`);
    expect(held.get("n/several")).to.contain("more than one disruption budget");
  });

  it("fails where the API server itself does not answer", async () => {
    for (const status of [0, 401, 503]) {
      const client = {
        list: () => Promise.resolve({ items: [{ metadata: { name: "p", namespace: "n" } }] }),
        request: () => Promise.reject(refusal(status, "")),
      } as unknown as KubeClient;
      const fault = await new NodeDrains(createFakeClock())
        .evict("one", client, "node")
        .catch((error: unknown) => error);
      expect(fault, String(status)).to.be.instanceOf(KubeError);
    }
  });
});

function refusal(status: number, message: string): KubeError {
  return new KubeError("POST", { status, reason: "", body: { message } });
}
