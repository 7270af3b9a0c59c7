import { expect } from "chai";
import { newPendingLogin, pendingLoginCookie } from "../../api/identity/pending-login.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { startApiServer, type ApiServer } from "../support/api-server.ts";
import { eventually } from "../support/eventually.ts";
import { callerNameOf, isStream, pathOf, sentExampleOf } from "../support/every-operation.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { clientOf, newAccount, newCluster, newDeployment, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

/** Both ways: so long may it take until an outage, or its end, is told; on a quiet machine it is a tenth. Who waited for an answer of Postgres would take longer. */
const TOLD_WITHIN_MS = 20_000;
/** Systems outside that never answer: what is asked here needs Postgres alone. */
const OUTSIDE = {
  BERTH_MOLLIE_API_KEY: "test_outage",
  BERTH_MOLLIE_URL: "http://127.0.0.1:1/v2",
  BERTH_SMTP_URL: "smtp://127.0.0.1:1",
  BERTH_MAIL_FROM: "berth@example.org",
  BERTH_PUBLIC_URL: "http://platform.example.org",
  BERTH_GITHUB_CLIENT_ID: "berth",
  BERTH_GITHUB_CLIENT_SECRET: "secret",
};

/** What a request carries of what was begun before it. */
type Begun = Readonly<{ query: string; headers: Record<string, string> }>;

/** Begins a login and makes the answer of a provider that is not asked any more, because the person refused. */
async function deniedLogin(url: string): Promise<Begun> {
  const begun = await clientOf(url)("GET", "/auth/github/login");
  const [cookie = ""] = (begun.headers.getSetCookie()[0] ?? "").split(";");
  return { query: `?error=access_denied&state=${String(begun.body["state"])}`, headers: { cookie } };
}

/** Makes the cookie of a sign-in that waits for the second factor: without one nobody is asked for anything. */
function pendingLogin({ services }: TestGateway, userId: string): Record<string, string> {
  const pending = newPendingLogin({ purpose: "login", userId, passwordMark: null });
  return { cookie: pendingLoginCookie.write(pending, services).split(";")[0] ?? "" };
}

/** The gateway's dependencies go away and come back; it says so meanwhile and needs nobody's help afterwards. */
describe("outages", function () {
  this.timeout(300_000);
  let postgres: TestPostgres;
  let apiServer: ApiServer;
  let gateway: TestGateway;
  let account: Account;
  let clusterId: string;
  let id: string;

  before(async () => {
    [postgres, apiServer] = await Promise.all([startPostgres(), startApiServer()]);
    const databaseUrl = await postgres.createDatabase();
    gateway = await startTestGateway({ apiServer, env: { BERTH_POSTGRES_URL: databaseUrl, ...OUTSIDE } });
    account = await newAccount(gateway.url, {}, (email) =>
      gateway.services.pool.query("UPDATE users SET email_verified_at = now() WHERE email = $1", [email]),
    );
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

  it("tells it of every operation that needs Postgres, and of its return, soon", async () => {
    const { session, call: key, cookie } = account;
    // Signing out without a session needs no database.
    const callers = { session, key, anonymous: clientOf(gateway.url) };
    const needy = OPERATIONS.filter(({ errors }) => errors.includes("postgres_unavailable"));
    expect(needy.length).to.be.greaterThan(25);
    const begun = async (operationId: string): Promise<Begun> => {
      if (operationId === "finishProviderLogin") return deniedLogin(gateway.url);
      const isPending = operationId === "getPendingLogin" || operationId === "finishLogin";
      return { query: "", headers: isPending ? pendingLogin(gateway, account.userId) : {} };
    };
    const send = async (operation: (typeof needy)[number]): Promise<readonly unknown[]> => {
      const call = operation.operationId === "logout" ? session : callers[callerNameOf(operation)];
      const ids = { deployment_id: id, cluster_id: clusterId, slug: account.slug, provider: "github" };
      const { query, headers } = await begun(operation.operationId);
      const startedMs = performance.now();
      const path = `${pathOf(operation, ids)}${query}`;
      const { body, headers: type } = sentExampleOf(operation);
      const answer = await call(operation.method.toUpperCase(), path, body, { ...headers, ...type });
      const isInTime = performance.now() - startedMs < TOLD_WITHIN_MS;
      return [operation.operationId, answer.status, answer.body["code"], isInTime, answer.headers.has("retry-after")];
    };
    await postgres.kill();
    try {
      const told = [];
      for (const operation of needy) told.push(await send(operation));
      expect(told).to.deep.equal(
        needy.map(({ operationId }) => [operationId, 503, "postgres_unavailable", true, true]),
      );
    } finally {
      await postgres.start();
    }
    // Whatever they need besides, nobody hears of Postgres any more. What ends the session comes last.
    const before = performance.now();
    await eventually(async () => {
      const { status } = await clientOf(gateway.url, { cookie })("GET", "/auth/me");
      expect(status).to.equal(200);
    }, TOLD_WITHIN_MS);
    expect(performance.now() - before).to.be.lessThan(TOLD_WITHIN_MS);
    const reads = needy.filter((operation) => operation.method === "get" && !isStream(operation));
    const after = await Promise.all(reads.map(send));
    expect(after.filter(([, status]) => status === 503)).to.deep.equal([]);
  });

  it("wakes a wait after Postgres was away meanwhile", async () => {
    const waiting = account.call("PATCH", `/deployments/${id}?wait=300`, { replicas: 7 });
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
