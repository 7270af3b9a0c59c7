import { expect } from "chai";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { LEASES } from "../../../adapters/kubernetes/resource-types.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { LeaderLease } from "../../../operator/runtime/leader-lease.ts";

type Candidate = {
  lease: LeaderLease;
  clock: FakeClock;
  cut: boolean;
  ended: string | undefined;
  stop: AbortController;
};

/** Runs candidates on one Lease; each has its own clock, which the test moves. */
class Election {
  readonly server = new FakeKubeClient();
  readonly candidates: Candidate[] = [];

  join(identity: string, wallMs: number, seed = 1): Candidate {
    const clock = createFakeClock(wallMs);
    const candidate: Candidate = {
      clock,
      cut: false,
      ended: undefined,
      stop: new AbortController(),
      lease: undefined as never,
    };
    const reach = <R>(call: () => Promise<R>): Promise<R> =>
      candidate.cut ? Promise.reject(new KubeError("LEASE", { status: 0, reason: "Timeout" })) : call();
    const client: Pick<KubeClient, "get" | "create" | "patch"> = {
      get: (type, ref) => reach(() => this.server.get(type, ref)),
      create: (type, body, options) => reach(() => this.server.create(type, body, options)),
      patch: (type, ref, patch, options) => reach(() => this.server.patch(type, ref, patch, options)),
    };
    const { logger } = createCapturedLogger();
    candidate.lease = new LeaderLease({
      client,
      namespace: "berth",
      name: "operator",
      identity,
      clock,
      logger,
      random: seededRandom(seed),
    });
    this.candidates.push(candidate);
    void candidate.lease
      .acquire(candidate.stop.signal)
      .then((led) => (led ? candidate.lease.keep(candidate.stop.signal) : "standby"))
      .then((end) => (candidate.ended = end));
    return candidate;
  }

  /** Lets time pass for all, in steps small enough to see two leaders. */
  async pass(ms: number, ...of: Candidate[]): Promise<void> {
    for (let passed = 0; passed < ms; passed += 250) {
      for (const { clock } of of.length === 0 ? this.candidates : of) await clock.advance(250);
      expect(this.leaders().length, "two leaders").to.be.at.most(1);
    }
  }

  leaders(): Candidate[] {
    return this.candidates.filter((candidate) => candidate.lease.isLeader());
  }
}

describe("LeaderLease", function () {
  this.timeout(300_000);
  const NOON = Date.UTC(2026, 5, 1, 12);

  it("gives one of several the lead at once, and lets it keep it", async () => {
    const election = new Election();
    for (const [i, skewMs] of [0, 3_600_000, -86_400_000].entries()) election.join(`p${i}`, NOON + skewMs, i);
    await election.pass(2_000);
    const [leader] = election.leaders();
    expect(leader).to.not.equal(undefined);
    await election.pass(120_000);
    expect(election.leaders()).to.eql([leader]);
  });

  it("passes the lead on within 20 s of a kill, whatever the wall clocks say", async () => {
    for (const skewMs of [-86_400_000, 0, 86_400_000]) {
      const election = new Election();
      const first = election.join("first", NOON);
      await election.pass(1_000);
      const second = election.join("second", NOON + skewMs);
      await election.pass(7_000);
      expect(election.leaders()).to.eql([first]);
      await election.pass(14_000, second);
      expect(second.lease.isLeader()).to.equal(false);
      await second.clock.advance(6_000);
      expect(second.lease.isLeader()).to.equal(true);
    }
  });

  it("passes the lead on within 3 s of a clean stop", async () => {
    const election = new Election();
    const first = election.join("first", NOON);
    await election.pass(1_000);
    const second = election.join("second", NOON);
    await election.pass(5_000);
    first.stop.abort();
    await first.lease.release();
    expect([first.lease.isLeader(), first.ended]).to.eql([false, "aborted"]);
    await election.pass(3_000);
    expect(second.lease.isLeader()).to.equal(true);
  });

  it("stops leading by itself 10 s after its last renewal, before anyone can take over", async () => {
    const election = new Election();
    const first = election.join("first", NOON);
    await election.pass(1_000);
    const second = election.join("second", NOON);
    await election.pass(5_000);
    first.cut = true;
    await election.pass(8_000);
    expect(first.lease.isLeader()).to.equal(true);
    await election.pass(2_250);
    expect([first.lease.isLeader(), first.ended]).to.eql([false, "lost"]);
    expect(second.lease.isLeader()).to.equal(false);
    await election.pass(9_000);
    expect(second.lease.isLeader()).to.equal(true);
  });

  it("knows, leading or not, since when the API server has not answered for the lease", async () => {
    const election = new Election();
    const first = election.join("first", NOON);
    expect(first.lease.secondsSinceAnswer).to.equal(Infinity);
    await election.pass(1_000);
    const second = election.join("second", NOON);
    await election.pass(60_000);
    for (const { lease } of [first, second]) expect(lease.secondsSinceAnswer).to.be.at.most(2);
    second.cut = true;
    await election.pass(40_000);
    expect(first.lease.secondsSinceAnswer).to.be.at.most(2);
    expect(second.lease.secondsSinceAnswer).to.be.at.least(38);
    second.cut = false;
    await election.pass(2_000);
    expect(second.lease.secondsSinceAnswer).to.be.at.most(2);
  });

  it("is not leading the moment its deadline passes, though its process was frozen and noticed nothing", async () => {
    const election = new Election();
    const first = election.join("first", NOON);
    await election.pass(1_000);
    let frozenMs = 0;
    const frozen = new LeaderLease({
      client: election.server,
      namespace: "berth",
      name: "frozen",
      identity: "x",
      clock: { ...first.clock, monotonicMs: () => first.clock.monotonicMs() + frozenMs },
      logger: createCapturedLogger().logger,
    });
    expect(await frozen.acquire(new AbortController().signal)).to.equal(true);
    frozenMs = 9_999;
    expect(frozen.isLeader()).to.equal(true);
    frozenMs = 10_000;
    expect(frozen.isLeader()).to.equal(false);
  });

  it("keeps the lead through jumps of its own wall clock and short outages", async () => {
    const election = new Election();
    const first = election.join("first", NOON);
    election.join("second", NOON);
    await election.pass(5_000);
    const [leader = first] = election.leaders();
    for (const jumpMs of [3_600_000, -7_200_000]) {
      leader.clock.jumpWall(jumpMs);
      await election.pass(20_000);
    }
    leader.cut = true;
    await election.pass(6_000);
    leader.cut = false;
    await election.pass(20_000);
    expect(election.leaders()).to.eql([leader]);
  });

  it("goes on after someone else touched the Lease, and steps down when another holds it", async () => {
    const election = new Election();
    const first = election.join("first", NOON);
    await election.pass(1_000);
    const touch = (body: unknown): Promise<unknown> =>
      election.server.patch(
        LEASES,
        { namespace: "berth", name: "operator" },
        { kind: "merge", body },
        { fieldManager: "t" },
      );
    await touch({ metadata: { labels: { a: "b" } } });
    await election.pass(15_000);
    expect(first.lease.isLeader()).to.equal(true);
    await touch({ spec: { holderIdentity: "stranger" } });
    await election.pass(2_000);
    expect([first.lease.isLeader(), first.ended]).to.eql([false, "lost"]);
  });

  it("is watched by an election that notices two leaders: one whose clock stands still does not step down", async () => {
    const election = new Election();
    election.join("first", NOON);
    await election.pass(1_000);
    const second = election.join("second", NOON);
    const failure: unknown = await election.pass(30_000, second).catch((error: unknown) => error);
    expect(String(failure)).to.contain("two leaders");
  });

  it("has never two leaders under random cuts and restarts", async () => {
    const random = seededRandom(7);
    const election = new Election();
    for (let i = 0; i < 3; i += 1) election.join(`p${i}`, NOON + i * 1e7, i);
    let led = 0;
    for (let round = 0; round < 300; round += 1) {
      for (const candidate of election.candidates) {
        if (random() < 0.05) candidate.cut = !candidate.cut;
        if (candidate.ended !== undefined && !candidate.cut) {
          election.candidates.splice(election.candidates.indexOf(candidate), 1);
          election.join(`p${round + 10}`, NOON, round);
        }
      }
      await election.pass(500);
      led += election.leaders().length;
    }
    expect(led).to.be.above(100);
  });
});
