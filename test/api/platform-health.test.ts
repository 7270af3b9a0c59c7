import { expect } from "chai";
import { writeOperatorWork } from "../../adapters/postgres/resources/operator-work.ts";
import { recordHeartbeats } from "../../adapters/postgres/resources/resource-upkeep.ts";
import type { OperatorWork, PlatformHealth } from "../../contract/rest/platform-health.ts";
import { newAccount, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const AT = "2026-01-01T00:00:00.000Z";
const WORK: OperatorWork = {
  queues: [
    { name: "Deployment", waiting: 3, working: 1, oldest_seconds: 2.5 },
    { name: "Platform", waiting: 0, working: 0, oldest_seconds: 0 },
  ],
  commits: { waiting: 2, branch_read: true, committed_at: AT },
  projection: { waiting: 4, lag_seconds: 0.5 },
  recent: [{ at: AT, waiting: 3, commits_waiting: 2, lag_seconds: 1 }],
};

describe("The platform's health", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let admin: Account;

  before(async () => {
    gateway = await startTestGateway();
    admin = await newPlatformAdmin(gateway);
  });
  beforeEach(() => gateway.services.pool.query("TRUNCATE platform_facts"));
  after(() => gateway.stop());

  const ask = async (): Promise<PlatformHealth> => {
    const answer = await admin.call<PlatformHealth>("GET", "/admin/health");
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  const age = (seconds: number): Promise<unknown> =>
    gateway.services.pool.query("UPDATE platform_facts SET updated_at = now() - $1 * interval '1 second'", [seconds]);

  it("is told to platform admins alone", async () => {
    await writeOperatorWork(gateway.services.pool, WORK);
    const person = await newAccount(gateway.url);
    const refused = await person.call("GET", "/admin/health");
    expect(refused.status).to.equal(403);
    expect(refused.text).not.to.contain("Deployment");
    expect((await fetch(`${gateway.url}/api/v1/admin/health`)).status).to.equal(401);
    expect((await ask()).state).to.equal("current");
  });

  it("is what the operator has written, with up to when each kind is known", async () => {
    await writeOperatorWork(gateway.services.pool, WORK);
    await recordHeartbeats(gateway.services.pool, { Deployment: 90_000 });
    const { observed_at: at, queues, ...rest } = await ask();
    expect(rest).to.deep.equal({
      state: "current",
      message: null,
      commits: WORK.commits,
      projection: WORK.projection,
      recent: WORK.recent,
    });
    expect(queues).to.deep.equal(
      WORK.queues.map((queue, index) => ({ ...queue, observed_at: queues[index]?.observed_at })),
    );
    const [deployments, platform] = queues;
    expect(Date.parse(at ?? "") - Date.parse(deployments?.observed_at ?? "")).to.be.within(60_000, 120_000);
    expect(platform?.observed_at).to.equal(null);
  });

  it("is stale once nothing came for a minute, and says of when it is", async () => {
    await writeOperatorWork(gateway.services.pool, WORK);
    await age(50);
    expect((await ask()).state).to.equal("current");
    await age(200);
    const old = await ask();
    expect(old).to.include({
      state: "stale",
      message:
        "The operator has told nothing for 3 min. See whether a pod of the operator leads, and what its log says.",
    });
    expect(Date.now() - Date.parse(old.observed_at ?? "")).to.be.within(100_000, 300_000);
    await writeOperatorWork(gateway.services.pool, WORK);
    expect(await ask()).to.include({ state: "current", message: null });
  });

  it("is unknown where nobody has told, and where a release told something else", async () => {
    const unknown = { state: "unknown", observed_at: null, commits: null, projection: null };
    expect(await ask()).to.deep.include({ ...unknown, queues: [], recent: [] });
    await gateway.services.pool.query(
      `INSERT INTO platform_facts (name, value) VALUES ('operator/work', '{"queues": "canary-4711"}')`,
    );
    expect(await ask()).to.deep.include(unknown);
    expect(JSON.stringify(await ask())).not.to.contain("canary-4711");
  });
});
