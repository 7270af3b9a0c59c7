import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { expect } from "chai";
import { breakThings, FaultTally, planOf } from "../support/chaos/fault-plan.ts";
import type { Fault, Lane } from "../support/chaos/faults.ts";
import { eventually } from "../support/eventually.ts";
import { startFaultProxy, type FaultProxy } from "../support/fault-proxy.ts";
import { hangUp, listen } from "../support/listen.ts";
import { seededRandom } from "../support/seeded-random.ts";

const fault = (kind: string, target: string, happen: Fault["happen"] = () => Promise.resolve(true)): Fault => {
  return { kind, target, happen };
};
const lane: Lane = {
  name: "lane",
  faults: [fault("kill", "a"), fault("kill", "b"), fault("kill", "c"), fault("pause", "a"), fault("pause", "b")],
  lastsMs: [10, 20],
};
const first = (seed: number, count: number): string[] => {
  const plan = planOf(lane, seededRandom(seed));
  return Array.from({ length: count }, () => plan.next().value).map(
    ({ fault: { kind, target }, lastsMs }) => `${kind} ${target} ${lastsMs.toFixed(3)}`,
  );
};

describe("The plan of faults", () => {
  it("is the same for a seed, another for another", () => {
    expect(first(7, 30)).to.deep.equal(first(7, 30));
    expect(first(7, 30)).to.not.deep.equal(first(8, 30));
  });

  it("has each kind as often as the others, and each target in turn", () => {
    const planned = first(7, 12).map((line) => line.split(" ").slice(0, 2).join(" "));
    for (const { kind, target } of lane.faults)
      expect(planned.filter((one) => one === `${kind} ${target}`)).to.have.length(kind === "kill" ? 2 : 3);
  });

  it("counts what happened apart from what found nothing to break, and stops at once", async () => {
    const over = new AbortController();
    const tally = new FaultTally();
    let kills = 0;
    const faults = [
      fault("kill", "a", () => {
        kills += 1;
        if (kills === 5) over.abort();
        return Promise.resolve(kills % 2 === 1);
      }),
    ];
    await breakThings([{ ...lane, faults }], { seed: 1, pauseMsMax: 1 }, tally, over.signal);
    expect([tally.total, tally.missed.get("kill"), tally.now.size]).to.deep.equal([3, 2, 0]);
  });
});

describe("The proxy before the API server", () => {
  let server: Server;
  let proxy: FaultProxy;
  let watch: ServerResponse | undefined;
  let done: string[];

  beforeEach(async () => {
    done = [];
    server = createServer((incoming, response) => {
      if (incoming.url?.includes("watch=true") === true) {
        watch = response;
        response.write("first\n");
      } else {
        done.push(incoming.method ?? "");
        response.end("{}");
      }
    });
    proxy = await startFaultProxy({ server: `http://127.0.0.1:${await listen(server)}`, caData: "" });
  });
  afterEach(async () => {
    await proxy.close();
    await hangUp(server);
  });

  it("holds back what a watch says, and gives all of it later", async () => {
    let heard = "";
    const asked = request(`${proxy.url}/pods?watch=true`, (answer: IncomingMessage) => {
      answer.on("error", () => undefined).on("data", (chunk: Buffer) => (heard += chunk.toString()));
    });
    asked.on("error", () => undefined).end();
    await eventually(() => expect(heard).to.equal("first\n"), 120_000, 5);
    proxy.setHeld(true);
    await new Promise((resolve) => watch!.write("second\n", resolve));
    await new Promise((resolve) => watch!.write("third\n", resolve));
    // The connection is alive meanwhile, and another request passes.
    expect((await fetch(`${proxy.url}/pods`)).status).to.equal(200);
    expect(heard).to.equal("first\n");
    proxy.setHeld(false);
    await eventually(() => expect(heard).to.equal("first\nsecond\nthird\n"), 120_000, 5);
  });

  it("loses the answer to what was done", async () => {
    proxy.setLoses(({ method }) => method === "PATCH");
    const answer = await fetch(`${proxy.url}/pods/a`, { method: "PATCH", body: "{}" }).catch(() => "lost");
    expect([answer, done]).to.deep.equal(["lost", ["PATCH"]]);
    expect((await fetch(`${proxy.url}/pods/a`)).status).to.equal(200);
  });
});
