import { expect } from "chai";
import { newAccount, newCluster, type Account, type Answer } from "./client.ts";
import { eventually } from "../support/eventually.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Body = Record<string, unknown> & { id: string };

describe("limits of what one user and one organization do at once", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;
  let clusterId: string;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_WAITS_PER_USER: "2", BERTH_WRITES_PER_MINUTE: "8" } });
    [owner, clusterId] = await clusterOf();
  });
  after(() => gateway.stop());

  async function clusterOf(): Promise<[Account, string]> {
    const account = await newAccount(gateway.url);
    return [account, await newCluster(account.call)];
  }
  const create = ({ call }: Account, cluster: string, name: string, query = ""): Promise<Answer<Body>> =>
    call<Body>("POST", `/deployments${query}`, {
      name,
      cluster_id: cluster,
      app_type: "container",
      docker_image: "nginx:1",
    });
  const names = async ({ call }: Account): Promise<unknown[]> =>
    (await call<{ deployments: { name: string }[] }>("GET", "/deployments")).body.deployments
      .map(({ name }) => name)
      .sort();

  it("refuse one wait too many before anything is done, whatever the key, and let others wait", async () => {
    const waits = ["one", "two"].map((name) => create(owner, clusterId, name, "?wait=60"));
    await eventually(async () => expect(await names(owner)).to.deep.equal(["one", "two"]));
    const third = await create(owner, clusterId, "three", "?wait=60");
    expect([third.status, third.body["code"]]).to.deep.equal([429, "rate_limited"]);
    expect(Number(third.headers.get("retry-after"))).to.be.within(1, 60);
    expect(await names(owner)).to.deep.equal(["one", "two"]);
    expect((await create(owner, clusterId, "three")).status, "without a wait").to.equal(201);
    const [other, otherCluster] = await clusterOf();
    const otherWait = create(other, otherCluster, "theirs", "?wait=1");
    expect((await otherWait).status).to.equal(201);
    for (const { id } of (await owner.call<{ deployments: Body[] }>("GET", "/deployments")).body.deployments)
      await gateway.settle("Deployment", id, "running");
    expect((await Promise.all(waits)).map(({ status }) => status)).to.deep.equal([201, 201]);
    expect((await create(owner, clusterId, "four", "?wait=1")).status, "once they have ended").to.equal(201);
  });

  it("hold an organization to its writes a minute, whoever makes them, and no other", async () => {
    const [crowd, cluster] = await clusterOf();
    const answers: Answer<Body>[] = [];
    for (const name of ["a", "b", "c", "d", "e", "f", "g", "h", "i"]) answers.push(await create(crowd, cluster, name));
    const last = answers.at(-1);
    expect([answers[0]?.status, last?.status]).to.deep.equal([201, 429]);
    expect(String(last?.body["detail"])).to.contain("more than 8 changes within a minute");
    expect(Number(last?.headers.get("retry-after"))).to.be.within(1, 60);
    expect((await crowd.call("GET", "/deployments")).status, "reads go on").to.equal(200);
    const [other, otherCluster] = await clusterOf();
    expect((await create(other, otherCluster, "a")).status).to.equal(201);
  });
});
