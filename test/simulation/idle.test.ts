import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { Spoiling } from "../support/spoil-source.ts";
import { spoiledWorld } from "./world/spoiled-world.ts";
import { createAll, rests, settle } from "./world/story.ts";
import { World } from "./world/world.ts";

const MINUTE_MS = 60_000;
const HOURS = 2;
/** A watch that says nothing for 90 s is asked for anew: the double sends no bookmarks, an API server does each minute. */
const WATCHES_AN_HOUR = 40;
/** Ten such silences in a row are answered by a list; where there are bookmarks it is one an hour or so. */
const LISTS_AN_HOUR = 4;
/** Twice a minute; the resync adds its own. */
const LOOKS_AT_A_CLUSTER_AN_HOUR = 120;
const RESYNCS_AN_HOUR = 6;
/** Its version, its nodes, its identity, and each minute the Service of its entry. */
const REQUESTS_OF_A_LOOK = 4;
const ADDRESSES_AN_HOUR = 12;
/** By the resync itself, for the platform's projects, and for what is left over. */
const WALKS_OF_A_RESYNC = 3;

type Idle = Readonly<{ asked: ReadonlyMap<string, number>; effects: readonly string[] }>;

/** Counts what an operator asks within some hours in which nothing happens to so many deployments on one cluster. */
async function idle(deployments: number, hours: number, Worlds: typeof World = World): Promise<Idle> {
  const world = new Worlds({ seed: 5 });
  await world.start();
  try {
    const names = Array.from({ length: deployments }, (_, index) => `d${index}`);
    await createAll(world, names);
    for (const name of names) await rests(world, DEPLOYMENTS, name, "running");
    await rests(world, CLUSTERS, "one", "running");
    await settle(world);
    await world.clock.advance(15 * MINUTE_MS);
    const asked = new Map<string, number>();
    const count = (key: string): unknown => asked.set(key, (asked.get(key) ?? 0) + 1);
    world.onAsked = (...words) => count(words.join(" "));
    world.addresses.get = (host) => void count(`address ${host}`);
    const look = world.cloud.getCluster.bind(world.cloud);
    world.cloud.getCluster = (id) => {
      count("provider");
      return look(id);
    };
    const before = world.effects.length;
    await world.clock.advance(hours * 60 * MINUTE_MS);
    return { asked, effects: world.effects.slice(before) };
  } finally {
    await world.stop();
  }
}

type Asked = "management" | "tenant" | "provider" | "address" | "copy";

function of({ asked }: Idle, whom: Asked): readonly (readonly [string, number])[] {
  return [...asked].filter(([key]) => key.startsWith(whom));
}

const sum = (counts: readonly (readonly [string, number])[]): number =>
  counts.reduce((all, [, count]) => all + count, 0);

/** States that the management cluster is watched and never polled. */
function watches(found: Idle, hours: number): void {
  for (const [what, count] of of(found, "management")) {
    const [, verb, kind] = what.split(" ");
    expect(["watch", "list"], what).to.include(verb);
    // Secrets are watched twice: those of clusters, and those of people. What was left at providers is read with each resync.
    const times = kind === "secrets" ? 2 : 1;
    const lists = kind === "configmaps" ? RESYNCS_AN_HOUR : LISTS_AN_HOUR;
    const most = verb === "watch" ? WATCHES_AN_HOUR : lists;
    // A list ends a watch that would have lived on; what began before the hour ends within it.
    expect(count, what).to.be.lessThanOrEqual(times * (most * hours + 2));
  }
}

/** States that an address is asked twelve times an hour, and with each resync at most. */
function asksSeldom(found: Idle, hours: number): void {
  for (const [what, count] of of(found, "address"))
    expect(count, what).to.be.lessThanOrEqual((ADDRESSES_AN_HOUR + RESYNCS_AN_HOUR) * hours);
}

/** States that no look goes through all objects of a kind: of a thousand clusters each would, thirty times a second. */
function walksSeldom(found: Idle, hours: number): void {
  for (const [what, count] of of(found, "copy"))
    expect(count, what).to.be.lessThanOrEqual(WALKS_OF_A_RESYNC * RESYNCS_AN_HOUR * hours);
}

describe("An installation at rest", function () {
  this.timeout(900_000);
  let [few, many]: readonly Idle[] = [];

  before(async () => {
    few = await idle(2, HOURS);
    many = await idle(8, HOURS);
  });

  it("is written to by nobody", () => {
    expect([few!.effects, many!.effects]).to.deep.equal([[], []]);
  });

  it("watches the management cluster and polls nothing there, however many deployments there are", () => {
    for (const found of [few!, many!]) watches(found, HOURS);
    const kinds = (found: Idle): string[] => of(found, "management").map(([what]) => what);
    expect(kinds(many!)).to.have.members(kinds(few!));
  });

  it("looks at a cluster and at its provider twice a minute, however many deployments it carries", () => {
    const looks = (LOOKS_AT_A_CLUSTER_AN_HOUR + RESYNCS_AN_HOUR) * HOURS;
    for (const found of [few!, many!]) {
      expect(sum(of(found, "provider"))).to.be.within(1, looks);
      expect(sum(of(found, "tenant"))).to.be.within(1, looks * REQUESTS_OF_A_LOOK);
    }
  });

  it("asks the address of an application each five minutes", () => {
    expect([of(few!, "address").length, of(many!, "address").length]).to.deep.equal([2, 8]);
    for (const found of [few!, many!]) asksSeldom(found, HOURS);
  });

  it("goes through all objects of a kind with each resync at most", () => {
    for (const found of [few!, many!]) walksSeldom(found, HOURS);
  });

  const bads: Record<string, Readonly<{ spoiling: Spoiling; fails: (found: Idle, hours: number) => void }>> = {
    "lists anew whenever a watch ends": {
      spoiling: {
        file: "operator/runtime/resource-cache.ts",
        edits: [{ code: "this.#options.clock.monotonicMs() >= this.#relistDueMs", instead: "this.#relistDueMs > 0" }],
      },
      fails: watches,
    },
    "looks for a cluster's server among all Secrets": {
      spoiling: {
        file: "operator/controllers/cluster/registration.ts",
        edits: [{ code: 'caches.secrets.byIndex("server", server)', instead: "caches.secrets.list()" }],
      },
      fails: walksSeldom,
    },
    "asks an address each minute": {
      spoiling: {
        file: "operator/machines/deployment/reachable.ts",
        edits: [{ code: "const ASKED_EVERY_MS = 300_000;", instead: "const ASKED_EVERY_MS = 60_000;" }],
      },
      fails: asksSeldom,
    },
  };
  for (const [name, { spoiling, fails }] of Object.entries(bads))
    it(`would be told from one whose operator ${name} (known bad)`, async () => {
      const found = await idle(1, 1, await spoiledWorld(spoiling));
      expect(() => fails(found, 1)).to.throw(/expected \d+ to be at most/);
    });
});
