import { expect } from "chai";
import { startApiServer, type ApiServer } from "../support/api-server.ts";
import { eventually } from "../support/eventually.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { clientOf, newAccount, newCluster, newDeployment, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

/** The gateway's dependencies go away and come back; it says so meanwhile and needs nobody's help afterwards. */
describe("outages", function () {
  this.timeout(180_000);
  let postgres: TestPostgres;
  let apiServer: ApiServer;
  let gateway: TestGateway;
  let account: Account;
  let clusterId: string;
  let id: string;

  before(async () => {
    [postgres, apiServer] = await Promise.all([startPostgres(), startApiServer()]);
    const databaseUrl = await postgres.createDatabase();
    gateway = await startTestGateway({ apiServer, env: { BERTH_POSTGRES_URL: databaseUrl } });
    account = await newAccount(gateway.url);
    clusterId = await newCluster(account.call);
    ({ id } = await newDeployment(account.call, clusterId));
  });
  after(async () => {
    await gateway.stop();
    await Promise.all([postgres.stop(), apiServer.stop()]);
  });

  it("answers 503 while the API server is away, goes on reading, and recovers by itself", async () => {
    await apiServer.killServer();
    const change = await account.call("PATCH", `/deployments/${id}`, { replicas: 2 });
    expect([change.status, change.body["code"]]).to.deep.equal([503, "kubernetes_unavailable"]);
    expect(Number(change.headers.get("retry-after"))).to.be.greaterThan(0);
    expect((await account.call("GET", `/deployments/${id}`)).status).to.equal(200);
    const ready = await clientOf(gateway.url)<{ dependencies: { name: string; state: string }[] }>("GET", "/readyz");
    expect([ready.status, ready.body.dependencies.find(({ name }) => name === "kubernetes")?.state]).to.deep.equal([
      503,
      "down",
    ]);
    await apiServer.startServer();
    await eventually(async () => {
      expect((await account.call("PATCH", `/deployments/${id}`, { replicas: 3 })).status).to.equal(200);
    });
  });

  it("answers 503 while Postgres is away, writes nothing, and recovers by itself", async () => {
    await postgres.kill();
    const body = { name: "away", cluster_id: clusterId, app_type: "web_app", docker_image: "a:1" };
    for (const [method, path, sent] of [
      ["GET", `/deployments/${id}`, undefined],
      ["GET", "/deployments", undefined],
      ["POST", "/deployments", body],
      ["PATCH", `/deployments/${id}`, { replicas: 4 }],
      ["POST", "/auth/login", { email: account.email, password: "x" }],
    ] as const) {
      const answer = await account.call(method, path, sent);
      expect([method, path, answer.status, answer.body["code"]]).to.deep.equal([
        method,
        path,
        503,
        "postgres_unavailable",
      ]);
      expect(Number(answer.headers.get("retry-after"))).to.be.greaterThan(0);
    }
    expect((await clientOf(gateway.url)("GET", "/readyz")).status).to.equal(503);
    expect((await clientOf(gateway.url)("GET", "/healthz")).status).to.equal(200);
    await postgres.start();
    await eventually(async () => expect((await account.call("GET", `/deployments/${id}`)).status).to.equal(200));
    const list = await account.call<{ deployments: { name: string }[] }>("GET", "/deployments");
    expect(list.body.deployments.map(({ name }) => name)).to.not.include("away");
    expect((await account.call("POST", "/deployments", body)).status).to.equal(201);
  });

  it("wakes a wait after Postgres was away meanwhile", async () => {
    const waiting = account.call("PATCH", `/deployments/${id}?wait=60`, { replicas: 7 });
    await eventually(async () => {
      const { rows } = await gateway.services.pool.query<{ replicas: number }>(
        "SELECT (body->>'replicas')::int AS replicas FROM resources WHERE id = $1",
        [id],
      );
      expect(rows[0]?.replicas).to.equal(7);
    });
    await postgres.kill();
    await postgres.start();
    await eventually(() => gateway.settle("Deployment", id));
    const answer = await waiting;
    expect([answer.status, answer.body["status"]]).to.deep.equal([200, "running"]);
  });
});
