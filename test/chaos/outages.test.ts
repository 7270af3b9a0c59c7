import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { createBerthClient, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";
import { createInsistently, insist, untilRunning } from "../support/story.ts";

const GIT_OUTAGE_MS = 20_000;
/** More would only be more deployments to run. */
const PACE_MS = 1_000;

type Refusal = Readonly<{ status: number; retryAfter: string | null; code: unknown }>;

describe("outages of what the platform depends on, while writes go on", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let clusterId: string;

  before(async () => {
    platform = await startPlatform();
    ({ berth, id: clusterId } = await standingCluster(platform.url, "harbour"));
  });

  const isReady = (): Promise<void> =>
    eventually(
      async () => {
        expect((await fetch(`${platform.url}/readyz`)).status).to.equal(200);
      },
      300_000,
      250,
    );

  /** Creates one deployment after the other until told to stop; every 201 is an accepted write that must arrive. */
  const writeWhile = async (
    prefix: string,
    outage: (refusals: readonly Refusal[]) => Promise<void>,
  ): Promise<{ accepted: string[]; refusals: Refusal[] }> => {
    const over = new AbortController();
    const accepted: string[] = [];
    const refusals: Refusal[] = [];
    const writer = (async () => {
      for (let index = 0; !over.signal.aborted && index < 400; index += 1) {
        const answer = await berth.call<{ id: string; code?: string }>("POST", "/deployments", {
          name: `${prefix}-${index}`,
          cluster_id: clusterId,
          app_type: "container",
          docker_image: "nginx:1.29",
          cpu_request: 0.01,
          memory_request_mb: 16,
        });
        if (answer.status === 201) accepted.push(answer.body.id);
        else
          refusals.push({
            status: answer.status,
            retryAfter: answer.headers.get("retry-after"),
            code: answer.body.code,
          });
        await delay(PACE_MS);
      }
    })();
    await outage(refusals).finally(() => {
      over.abort();
    });
    await writer;
    return { accepted, refusals };
  };
  const allArrive = async (ids: readonly string[]): Promise<void> => {
    expect(ids).to.not.have.length(0);
    for (const id of ids) await untilRunning(berth, id, 400_000);
  };

  it("delivers every write that was accepted while the Git server was down for 20 s", async () => {
    const { accepted, refusals } = await writeWhile("git", async () => {
      await platform.stack.stopProcess("git");
      await delay(GIT_OUTAGE_MS);
      await platform.stack.startProcess("git");
    });
    expect(refusals, "the gateway does not need Git").to.deep.equal([]);
    await allArrive(accepted);
  });

  it("answers 503 with Retry-After while Postgres is away, and recovers by itself", async () => {
    const first = await createInsistently(berth, clusterId, "postgres-before");
    const { accepted, refusals } = await writeWhile("postgres", async (seen) => {
      await platform.stack.stopProcess("postgres");
      await eventually(
        async () => {
          const answer = await createBerthClient(platform.url, { authorization: "Bearer nothing" }).call(
            "GET",
            "/auth/me",
            undefined,
            {},
          );
          expect(answer.status).to.be.oneOf([401, 503]);
          expect((await fetch(`${platform.url}/readyz`)).status).to.equal(503);
        },
        120_000,
        250,
      );
      await eventually(() => expect(seen).to.not.have.length(0));
      await platform.stack.startProcess("postgres");
      await isReady();
    });
    for (const refusal of refusals) {
      expect(refusal.status, JSON.stringify(refusal)).to.equal(503);
      expect(refusal.retryAfter).to.match(/^\d+$/);
    }
    expect(refusals).to.not.have.length(0);
    await allArrive([first, ...accepted]);
  });

  it("answers 503 with Retry-After while the kube-apiserver is away, and every accepted write arrives", async () => {
    const { accepted, refusals } = await writeWhile("apiserver", async (seen) => {
      await platform.stack.stopProcess("kube-apiserver");
      await eventually(async () => expect((await fetch(`${platform.url}/readyz`)).status).to.equal(503), 120_000, 250);
      await eventually(() => expect(seen).to.not.have.length(0));
      await platform.stack.startProcess("kube-apiserver");
      await isReady();
    });
    for (const refusal of refusals) {
      expect(refusal.status, JSON.stringify(refusal)).to.equal(503);
      expect(refusal.retryAfter).to.match(/^\d+$/);
    }
    expect(refusals).to.not.have.length(0);
    const last = await createInsistently(berth, clusterId, "apiserver-after");
    await allArrive([...accepted, last]);
  });

  it("keeps answering reads from Postgres while the kube-apiserver is away", async () => {
    const id = await createInsistently(berth, clusterId, "reads");
    await untilRunning(berth, id);
    await platform.stack.stopProcess("kube-apiserver");
    try {
      expect((await berth.call<{ status: string }>("GET", `/deployments/${id}`)).status).to.equal(200);
    } finally {
      await platform.stack.startProcess("kube-apiserver");
      await isReady();
    }
    await insist(berth, "PATCH", `/deployments/${id}`, { replicas: 2 });
    await untilRunning(berth, id, 400_000);
  });
});
