import { eventually } from "../support/eventually.ts";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { BerthClient } from "../support/berth-client.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";
import { isFull, seededRandom, testSeed } from "../support/seeded-random.ts";
import { createInsistently, insist, untilGone, untilRunning } from "../support/story.ts";
import { PODS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";

const OPERATOR_KILLS = isFull ? 20 : 12;
const GATEWAY_KILLS = isFull ? 6 : 4;

/** A kill -9 at a random moment is not a sleep for an outcome: the outcome is waited for afterwards. */
describe("kill -9 at random moments of the story", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let repository: DeliveryRepository;
  let clusterId: string;
  let random: () => number;

  before(async () => {
    platform = await startPlatform();
    ({ berth, id: clusterId } = await standingCluster(platform.url, "harbour"));
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    repository = new DeliveryRepository(platform.stack);
    random = seededRandom(testSeed());
  });
  after(async () => {
    (repository as DeliveryRepository | undefined)?.remove();
    await (tenant as KubeClient | undefined)?.close();
  });

  /** Kills a process again and again while `story` runs, each time a new incarnation; returns how often. */
  const killingWhile = async (
    name: string,
    kills: number,
    pauseMsMax: number,
    story: () => Promise<void>,
  ): Promise<number> => {
    const over = new AbortController();
    let killed = 0;
    let lastPid: number | undefined;
    const killer = (async () => {
      while (!over.signal.aborted && killed < kills) {
        await delay(300 + random() * pauseMsMax);
        if (over.signal.aborted) return;
        const pid = platform.stack.pid(name);
        if (pid === undefined || pid === lastPid) continue;
        platform.stack.kill(name, "SIGKILL");
        lastPid = pid;
        killed += 1;
      }
    })();
    await story().finally(() => {
      over.abort();
    });
    await killer;
    // What was killed last is back before others ask for it.
    await eventually(async () => expect((await fetch(`${platform.url}/readyz`)).status).to.equal(200), 300_000, 250);
    return killed;
  };

  const oneLife = async (name: string): Promise<void> => {
    const id = await createInsistently(berth, clusterId, name, { replicas: 2 });
    const running = await untilRunning(berth, id, 400_000);
    const handle = running.git_path.split("/")[3]!;
    expect(
      (await tenant.list(PODS, { namespace: handle })).items.filter(
        (pod) => pod.metadata.deletionTimestamp === undefined,
      ),
    ).to.have.length(2);
    await insist(berth, "PATCH", `/deployments/${id}`, { environment_variables: [{ name: "ROUND", value: "2" }] });
    await untilRunning(berth, id, 400_000);
    expect(
      repository.commits(running.git_path),
      `commits of ${name}: one for the creation, one for the change`,
    ).to.have.length(2);
    await insist(berth, "DELETE", `/deployments/${id}`);
    await untilGone(berth, id, 400_000);
    expect(repository.paths("clusters/").filter((path) => path.includes(handle))).to.deep.equal([]);
    await eventually(async () => expect((await tenant.list(PODS, { namespace: handle })).items).to.have.length(0));
  };

  it(`ends the same though the operator is killed ${OPERATOR_KILLS} times`, async () => {
    let lives = 0;
    let killed = 0;
    while (killed < OPERATOR_KILLS) {
      lives += 1;
      killed += await killingWhile("operator", OPERATOR_KILLS - killed, 5_000, () => oneLife(`operator-${lives}`));
    }
    expect(killed).to.equal(OPERATOR_KILLS);
  });

  it("ends the same though the gateway is killed between its writes and its projections", async () => {
    let lives = 0;
    let killed = 0;
    while (killed < GATEWAY_KILLS) {
      lives += 1;
      killed += await killingWhile("api", GATEWAY_KILLS - killed, 4_000, () => oneLife(`gateway-${lives}`));
    }
    expect(killed).to.equal(GATEWAY_KILLS);
  });
});
