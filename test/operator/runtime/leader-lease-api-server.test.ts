// The lease on a real kube-apiserver and in real time.
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { createKubeClient, type KubeClient } from "../../../adapters/kubernetes/kube-client.ts";
import { LEASES } from "../../../adapters/kubernetes/resource-types.ts";
import { systemClock } from "../../../operator/runtime/clock.ts";
import { LeaderLease } from "../../../operator/runtime/leader-lease.ts";
import { sharedApiServer } from "../../support/api-server.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { eventually } from "../../support/eventually.ts";

/** How long it is anybody's who does not renew it. */
const LEASE_MS = 15_000;

type Candidate = Readonly<{ lease: LeaderLease; stop: AbortController; ended: Promise<unknown>; client: KubeClient }>;

describe("LeaderLease on a real API server", function () {
  this.timeout(300_000);
  const candidates: Candidate[] = [];
  let name: string;

  beforeEach(() => (name = `lease-${randomBytes(4).toString("hex")}`));
  afterEach(async () => {
    for (const { client, ended, stop } of candidates.splice(0)) {
      stop.abort();
      await ended;
      await client.close();
    }
  });

  const join = async (identity: string): Promise<Candidate> => {
    const client = createKubeClient({ kubeconfigPath: (await sharedApiServer()).kubeconfig });
    const { logger } = createCapturedLogger();
    const lease = new LeaderLease({ client, namespace: "default", name, identity, clock: systemClock, logger });
    const stop = new AbortController();
    const ended = lease.acquire(stop.signal).then((led) => (led ? lease.keep(stop.signal) : undefined));
    const candidate = { lease, stop, ended, client };
    candidates.push(candidate);
    return candidate;
  };
  const leads = ({ lease }: Candidate): Promise<void> => eventually(() => void expect(lease.isLeader()).to.equal(true));

  it("elects one of three that start together", async () => {
    const all = await Promise.all(["a", "b", "c"].map(join));
    await eventually(() => expect(all.filter(({ lease }) => lease.isLeader())).to.have.length(1));
  });

  it("is taken over after a clean stop before it would have run out", async () => {
    const first = await join("first");
    await leads(first);
    const second = await join("second");
    first.stop.abort();
    await first.ended;
    await first.lease.release();
    const releasedAtMs = performance.now();
    await leads(second);
    expect(performance.now() - releasedAtMs).to.be.below(LEASE_MS);
    const written = await second.client.get(LEASES, { namespace: "default", name });
    expect(written?.["spec"]).to.include({ holderIdentity: "second", leaseDurationSeconds: 15, leaseTransitions: 1 });
  });

  it("is taken over after a kill, and not before the old leader has given up by itself", async () => {
    const first = await join("first");
    await leads(first);
    const second = await join("second");
    // A killed process and one that lost its network look the same to the lease.
    await first.client.close();
    await eventually(() => expect(first.lease.isLeader() || second.lease.isLeader()).to.equal(false));
    await leads(second);
  });
});
