import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { DEPLOYMENTS, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../contract/identity.ts";
import { registerAccount } from "../support/berth-client.ts";
import { findFaults, type Scene } from "../support/chaos/at-rest.ts";
import { ChangeLedger } from "../support/chaos/change-ledger.ts";
import { breakThings, FaultTally } from "../support/chaos/fault-plan.ts";
import { NodeChanges } from "../support/chaos/node-changes.ts";
import { nodeLanes, signal } from "../support/chaos/node-faults.ts";
import { listPodProcesses } from "../support/chaos/node-processes.ts";
import { findNodeFaults, type Addresses } from "../support/chaos/nodes-at-rest.ts";
import { tellUnsettled } from "../support/chaos/tell-unsettled.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { createAppFetch } from "../support/fetch-app.ts";
import { eventually } from "../support/eventually.ts";
import { letGo, startPlatform, tenantClient } from "../support/platform.ts";
import { canRunNodes, prepareRealNodes } from "../support/real-nodes.ts";
import { seededRandom, testSeed } from "../support/seeded-random.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

const CHANGES = 200;
const TARGETS = 8;
const NODE_COUNT = 3;
/** The longest pause between two faults of a lane. */
const PAUSE_MS_MAX = 12_000;
const WRITE_MS_MAX = 7 * 60_000;
const REST_MS_MAX = 10 * 60_000;
const PROGRESS_MS = 5_000;
const CLUSTER_MS_MAX = 5 * 60_000;
const CLUSTER = "chaos";

/** What dies on the nodes is decided by the printed seed. Each step depends on the one before. */
describe("Real nodes die at random while changes are made", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  const ledger = new ChangeLedger();
  const tally = new FaultTally();
  let seed: number;
  let scene: Scene;
  let changes: NodeChanges;
  let addresses: Addresses;
  let repository: DeliveryRepository;
  let nodes: readonly string[];

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await prepareRealNodes();
    seed = testSeed();
    const { stack, url, homeDir, management } = await startPlatform("real");
    const berth = await registerAccount(url);
    const clusterId = await createNodes();
    const { body } = await berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    const namespace = `org-${body.organizations[0]!.slug}`;
    scene = { stack, berth, management, clusterId, namespace, tenant: await tenantClient(berth, clusterId, homeDir) };
    changes = new NodeChanges(scene, ledger, seededRandom(seed + 100));
    addresses = { fetchPage: await createAppFetch(stack.connection.apps), gone: changes.gone };
    repository = new DeliveryRepository(stack);

    async function createNodes(): Promise<string> {
      const wanted = { name: CLUSTER, provider: "local", region: "local-1", tier: "dedicated", server_type: "small" };
      const made = await berth.call<{ id: string }>("POST", "/clusters", { ...wanted, node_count: NODE_COUNT });
      expect(made.status, JSON.stringify(made.body)).to.be.within(200, 202);
      letGo(berth, made.body.id);
      nodes = await eventually(async () => {
        const shown = await berth.call<{ status: string; handle?: string }>("GET", `/clusters/${made.body.id}`);
        expect(shown.body.status, JSON.stringify(shown.body)).to.equal("running");
        const listed = await berth.call<{ nodes: { name: string }[] }>("GET", `/clusters/${made.body.id}/nodes`);
        expect(listed.body.nodes, JSON.stringify(listed.body)).to.have.length(NODE_COUNT);
        return listed.body.nodes.map(({ name }) => name);
      }, CLUSTER_MS_MAX);
      return made.body.id;
    }
  });
  after(async () => {
    (repository as DeliveryRepository | undefined)?.remove();
    await (scene as Scene | undefined)?.tenant.close();
  });

  const look = async (): Promise<readonly string[]> => [
    ...(await findFaults(scene, ledger, repository)),
    ...(await findNodeFaults(scene, nodes, addresses)),
  ];

  /** Tells what is left while there is some, and ends when nothing is, or the time is over. */
  async function untilAgreed(): Promise<readonly string[]> {
    const endsMs = performance.now() + REST_MS_MAX;
    for (let toldMs = performance.now(); ;) {
      const faults = await look().catch((error: unknown) => [`no look: ${String(error)}`]);
      if (faults.length === 0 || performance.now() > endsMs) return faults;
      if (performance.now() - toldMs > PROGRESS_MS) {
        toldMs = performance.now();
        console.log(`    coming to rest: ${faults.length} to go, as ${faults[0]!}`);
        for (const line of await tellUnsettled(scene).catch(() => [])) console.log(`      ${line}`);
      }
      await delay(1_000);
    }
  }

  it(`serve all of ${CHANGES} accepted changes at rest, each at its address`, async () => {
    const over = new AbortController();
    const outOfTime = setTimeout(() => over.abort(), WRITE_MS_MAX);
    const told = setInterval(() => {
      const { accepted, refused } = ledger;
      console.log(
        `    ${accepted} of ${CHANGES} accepted, ${refused} refused; ${tally.total} faults, now ${[...tally.now].join("; ")}`,
      );
    }, PROGRESS_MS);
    const lanes = nodeLanes(nodes, seededRandom(seed + 200));
    const broken = breakThings(lanes, { seed, pauseMsMax: PAUSE_MS_MAX }, tally, over.signal);
    const begunMs = performance.now();
    try {
      await changes.make(CHANGES, TARGETS, over.signal);
    } finally {
      over.abort();
      clearTimeout(outOfTime);
      clearInterval(told);
      await broken;
    }
    const healedMs = performance.now();
    const faults = await untilAgreed();
    tell({ writeMs: healedMs - begunMs, restMs: performance.now() - healedMs });
    expect(faults.slice(0, 20)).to.deep.equal([]);
    expect(ledger.accepted).to.be.at.least(CHANGES);
    const kinds = lanes.flatMap((lane) => lane.faults.map(({ kind }) => kind));
    expect([...tally.done.keys()]).to.have.members([...new Set(kinds)]);
  });

  function tell({ writeMs, restMs }: Readonly<{ writeMs: number; restMs: number }>): void {
    for (const [kind, count] of [...tally.done].sort()) console.log(`      ${kind}: ${count}`);
    const refusals = [...ledger.refusals].map(([why, count]) => `${count} ${why}`).join(", ");
    console.log(
      `      ${ledger.accepted} accepted in ${Math.round(writeMs / 1000)} s, ${ledger.refused} refused (${refusals})`,
    );
    console.log(`      at rest after ${Math.round(restMs / 1000)} s`);
  }

  it("are found wanting where the pods of an address stand still (known bad)", async () => {
    const pods = (await Promise.all(nodes.map(listPodProcesses))).flatMap((found) => [...found]);
    const { items } = await scene.tenant.list(PODS, { labelSelector: LABELS.id });
    const uids = new Set(items.map(({ metadata }) => metadata.uid));
    const stopped = pods.filter(([uid]) => uids.has(uid)).flatMap(([, pids]) => pids);
    expect(stopped).to.not.deep.equal([]);
    try {
      for (const pid of stopped) signal(pid, "SIGSTOP");
      expect((await look()).join("\n")).to.match(/the address of c-\d+ answers/);
    } finally {
      for (const pid of stopped) signal(pid, "SIGCONT");
    }
    expect(await untilAgreed()).to.deep.equal([]);
  });

  it("are found wanting where an accepted change is not there (known bad)", async () => {
    const { items } = await scene.management.list<KubeObject & { spec: { name: string } }>(DEPLOYMENTS, {
      namespace: scene.namespace,
    });
    const { name } = items[0]!.spec;
    ledger.note({ name, kind: "set", members: { round: "never made" } }, { kind: "accepted" });
    expect((await look()).join("\n")).to.contain("the accepted never made is lost");
  });
});
