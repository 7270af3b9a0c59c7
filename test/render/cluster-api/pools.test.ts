import { expect } from "chai";
import type { ClusterSpec } from "../../../contract/resources/cluster.ts";
import {
  arePoolsEqual,
  derivePools,
  nextPools,
  poolName,
  type Pool,
  type PoolMachines,
} from "../../../render/cluster-api/pools.ts";

const base: ClusterSpec = { provider: "hetzner", region: "fsn1", tier: "production" };
const pool = (location: string, replicas: number, serverType = "cx33"): Pool => ({
  name: poolName(serverType, location),
  serverType,
  location,
  size: { replicas },
});
const sizes = (pools: readonly Pool[]): unknown[] =>
  pools.map(({ name, size }) => [name, "min" in size ? `${size.min}-${size.max}` : size.replicas]);
const all = (pools: readonly Pool[], more: Record<string, PoolMachines> = {}): Map<string, PoolMachines> =>
  new Map([
    ...pools.map(({ name, size }): [string, PoolMachines] => {
      const count = "min" in size ? size.min : size.replicas;
      return [name, { total: count, ready: count, leaving: 0 }];
    }),
    ...Object.entries(more),
  ]);

describe("The pools of a cluster", () => {
  const spreads: readonly (readonly [string, Partial<ClusterSpec>, readonly unknown[]])[] = [
    ["production has three nodes", {}, [["pool-cx33-fsn1", 3]]],
    ["dedicated has one", { tier: "dedicated" }, [["pool-cx33-fsn1", 1]]],
    [
      "nodes are spread evenly, the first locations take the rest",
      { regionLocations: ["nbg1", "fsn1", "hel1"], nodeCount: 5 },
      [
        ["pool-cx33-fsn1", 2],
        ["pool-cx33-hel1", 1],
        ["pool-cx33-nbg1", 2],
      ],
    ],
    [
      "a location without a node has no pool",
      { regionLocations: ["nbg1", "fsn1"], nodeCount: 1 },
      [["pool-cx33-nbg1", 1]],
    ],
    [
      "the autoscaler's bounds are spread too",
      { regionLocations: ["fsn1", "nbg1"], autoscalingEnabled: true, minNodes: 1, maxNodes: 5 },
      [
        ["pool-cx33-fsn1", "1-3"],
        ["pool-cx33-nbg1", "0-2"],
      ],
    ],
    ["a server type makes a pool of its own", { serverType: "cpx32" }, [["pool-cpx32-fsn1", 3]]],
  ];
  for (const [why, spec, expected] of spreads)
    it(why, () => expect(sizes(derivePools({ ...base, ...spec }, "cx33"))).to.deep.equal(expected));

  it("grow at once", () => {
    const wanted = [pool("fsn1", 2), pool("nbg1", 2)];
    expect(sizes(nextPools(wanted, [pool("fsn1", 1)], new Map()))).to.deep.equal(sizes(wanted));
  });

  it("leave a location node by node, after the new one is ready", () => {
    const wanted = [pool("fsn1", 1), pool("hel1", 1)];
    let current: readonly Pool[] = [pool("fsn1", 1), pool("nbg1", 2)];
    const grown = nextPools(wanted, current, all(current));
    expect(sizes(grown)).to.deep.equal(sizes([pool("fsn1", 1), pool("hel1", 1), pool("nbg1", 2)]));
    const seen: number[] = [];
    current = grown;
    for (let pass = 0; pass < 5 && !arePoolsEqual(current, wanted); pass += 1) {
      current = nextPools(wanted, current, all(current));
      seen.push(sizes(current).length);
    }
    expect(seen).to.deep.equal([3, 3, 2]);
    expect(arePoolsEqual(current, wanted)).to.equal(true);
  });

  const held: readonly (readonly [string, Record<string, PoolMachines>])[] = [
    ["a machine leaves", { "pool-cx33-fsn1": { total: 3, ready: 2, leaving: 1 } }],
    ["a machine is still to leave", { "pool-cx33-fsn1": { total: 4, ready: 4, leaving: 0 } }],
    ["a new machine is not ready", { "pool-cx33-nbg1": { total: 1, ready: 0, leaving: 0 } }],
  ];
  for (const [why, machines] of held)
    it(`do not shrink while ${why}`, () => {
      const current = [pool("fsn1", 3), pool("nbg1", 1)];
      const wanted = [pool("fsn1", 1), pool("nbg1", 1)];
      expect(sizes(nextPools(wanted, current, all(current)))[0]).to.deep.equal(["pool-cx33-fsn1", 2]);
      expect(sizes(nextPools(wanted, current, all(current, machines)))[0]).to.deep.equal(["pool-cx33-fsn1", 3]);
    });

  it("keep the nodes of another server type, frozen where the autoscaler had them", () => {
    const old: Pool = { ...pool("fsn1", 0), size: { min: 1, max: 9 } };
    const machines = new Map([[old.name, { total: 4, ready: 4, leaving: 0 }]]);
    expect(sizes(nextPools([pool("fsn1", 2, "cpx32")], [old], machines))).to.deep.equal([
      ["pool-cpx32-fsn1", 2],
      ["pool-cx33-fsn1", 4],
    ]);
  });

  it("leave when they have nothing left, not before", () => {
    const old = pool("fsn1", 0);
    const wanted = [pool("fsn1", 2, "cpx32")];
    const last = new Map([[old.name, { total: 1, ready: 0, leaving: 1 }]]);
    expect(nextPools(wanted, [old], last)).to.have.length(2);
    expect(sizes(nextPools(wanted, [old], new Map()))).to.deep.equal(sizes(wanted));
  });
});
