import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { Spoiling } from "../support/spoil-source.ts";
import { spoiledWorld } from "./world/spoiled-world.ts";
import { change, create, createAll, rests, settle } from "./world/story.ts";
import { World } from "./world/world.ts";

/** What is under way is looked at within it, what is at rest is not. */
const AFTERWARDS_MS = 20_000;
const WEB_APP = { cluster: "one", appType: "web_app", dockerImage: "nginx:1.29", replicas: 1, containerPort: 80 };

/** What one change costs: requests to the management cluster by what they are, and passes over deployments. */
type Cost = Readonly<{ requests: Readonly<Record<string, number>>; passes: number }>;
type Act = (world: World) => Promise<void>;

/** Counts what a world at rest does for something that is done to it, until it has run for a while. */
async function costOf(act: Act, name: string, Worlds: typeof World = World): Promise<Cost> {
  const world = new Worlds({ seed: 3 });
  await world.start();
  try {
    await createAll(world, ["a", "b"]);
    for (const one of ["a", "b"]) await rests(world, DEPLOYMENTS, one, "running");
    await rests(world, CLUSTERS, "one", "running");
    await settle(world);
    const requests: Record<string, number> = {};
    let passes = 0;
    world.onAsked = (whom, verb, what) => {
      if (whom === "tenant" || verb === "watch" || verb === "list") return;
      requests[`${verb} ${what}`] = (requests[`${verb} ${what}`] ?? 0) + 1;
    };
    world.onPass = (controller) => {
      if (controller === "deployments") passes += 1;
    };
    await act(world);
    await rests(world, DEPLOYMENTS, name, "running");
    await world.clock.advance(AFTERWARDS_MS);
    return { requests, passes };
  } finally {
    await world.stop();
  }
}

const UPDATE: Act = (world) => change(world, DEPLOYMENTS, "a", { replicas: 2 });
const CREATE: Act = (world) => create(world, DEPLOYMENTS, "c", WEB_APP);

/** The status with the commit, the status with its health; a read before the content is handed over; Argo CD's refresh. */
function costsOfAnUpdate({ requests, passes }: Cost): void {
  expect(requests).to.deep.equal({ "get deployments": 1, "patch deployments": 2, "patch applications": 1 });
  expect(passes, "passes").to.be.at.most(6);
}

/**
 * What kubectl left out, and two statuses; a refresh of the root and of the new Application; that it runs and is reached, which
 * people read as events.
 */
function costsOfACreate({ requests, passes }: Cost): void {
  expect(requests).to.deep.equal({ "patch deployments": 3, "patch applications": 2, "create events": 2 });
  expect(passes, "passes").to.be.at.most(13);
}

describe("A change", function () {
  this.timeout(300_000);

  it("of what runs costs two patches of the status, one of the Application, a read and no event", async () => {
    costsOfAnUpdate(await costOf(UPDATE, "a"));
  });

  it("that makes something costs two statuses, what kubectl left out, and a refresh of two Applications", async () => {
    costsOfACreate(await costOf(CREATE, "c"));
  });

  const bads: Record<string, Spoiling> = {
    "tells at once that a change was accepted": {
      file: "operator/controllers/reconcile.ts",
      edits: [{ code: "return !isLeft && isNews(...news);", instead: "return isNews(...news);" }],
    },
    "asks for each comparison twice": {
      file: "operator/delivery/argo-delivery.ts",
      edits: [
        {
          code: "this.#refreshed.set(name, { atMs: nowMs, head, trailing: false });",
          instead: "this.#refreshLater(name, { atMs: nowMs, trailing: false }, 50);",
        },
      ],
    },
    "looks each five seconds at what is at rest": {
      file: "operator/runtime/controller.ts",
      edits: [
        {
          code: "queue.addAfter(key, outcome.afterMs)",
          instead: "queue.addAfter(key, Math.min(outcome.afterMs, 5_000))",
        },
      ],
    },
    "looks at once at what it wrote itself": {
      file: "operator/runtime/controller.ts",
      edits: [{ code: "queue.sawWritten(key, SOON_MS)", instead: "undefined" }],
    },
    "takes each step of an Application for news": {
      file: "operator/controllers/delivered/route-applications.ts",
      edits: [{ code: "if (isStep(event, deployment))", instead: "if (isStep(event, deployment) && !event.key)" }],
    },
    "tells that it runs before its address has answered": {
      file: "operator/machines/deployment/next.ts",
      edits: [
        {
          code: "passByAddress(decision, state, observed)",
          instead: "passByAddress(decision, decision.state, observed)",
        },
      ],
    },
  };
  for (const [name, spoiling] of Object.entries(bads))
    it(`would be told from one of an operator that ${name} (known bad)`, async () => {
      const cost = await costOf(UPDATE, "a", await spoiledWorld(spoiling));
      expect(() => costsOfAnUpdate(cost), JSON.stringify(cost)).to.throw(/expected/);
    });
});
