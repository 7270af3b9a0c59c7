import { readFileSync } from "node:fs";
import { expect } from "chai";
import createClient, { type Client } from "openapi-fetch";
import { clientTypes } from "../../scripts/client-types.ts";
import type { components, paths } from "../client/paths.ts";
import { startPlatform } from "../support/platform.ts";

type Berth = Client<paths>;
type Deployment = components["schemas"]["DeploymentResponse"];

/** Takes the data of an answer; what went wrong is in the message. */
function taken<T>(answer: Readonly<{ data?: T; error?: unknown; response: Response }>): T {
  if (answer.data === undefined)
    throw new Error(`${answer.response.url} answered ${answer.response.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

/** The main story with nothing but a client generated from the published document: what compiles here works there. */
describe("a TypeScript client generated from the document", function () {
  this.timeout(400_000);
  this.bail(true);
  const account = { email: `generated-${Date.now().toString(36)}@example.org`, password: "correct horse battery" };
  let url: string;
  let cookie: string;
  let berth: Berth;
  let clusterId: string;
  let deployment: Deployment;

  before(async () => {
    ({ url } = await startPlatform());
  });

  it("has the types of the document as it is now", async () => {
    const file = readFileSync(new URL("../client/paths.ts", import.meta.url), "utf8");
    expect(file === (await clientTypes()), "test/client/paths.ts is stale: run make generate").to.equal(true);
  });

  it("registers an account and signs in", async () => {
    const anonymous = createClient<paths>({ baseUrl: url });
    const registered = taken(await anonymous.POST("/api/v1/auth/register", { body: { ...account, name: "Gen" } }));
    expect(registered.user?.email).to.equal(account.email);
    const login = await anonymous.POST("/api/v1/auth/login", { body: account });
    expect(taken(login).user.id).to.equal(registered.user?.id);
    cookie = login.response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  });

  it("makes an API key with the session, and is the same person with it", async () => {
    const session = createClient<paths>({ baseUrl: url, headers: { cookie } });
    const { key } = taken(await session.POST("/api/v1/api-keys", { body: { name: "generated" } }));
    berth = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${key}` } });
    const me = taken(await berth.GET("/api/v1/auth/me"));
    expect([me.email, me.auth_method]).to.deep.equal([account.email, "api_key"]);
  });

  it("makes a cluster that runs", async () => {
    const cluster = taken(
      await berth.POST("/api/v1/clusters", {
        params: { query: { wait: 240 } },
        body: { name: "generated", provider: "local", region: "local-1", tier: "shared" },
      }),
    );
    expect(cluster.status).to.equal("running");
    clusterId = cluster.id;
  });

  it("plans, runs and changes a deployment, and finds it in the list", async () => {
    const body = { name: "gen", cluster_id: clusterId, app_type: "web_app", docker_image: "nginx:1.29" } as const;
    const planned = taken(await berth.POST("/api/v1/deployments", { params: { query: { dry_run: true } }, body }));
    expect(planned.plan?.values_diff).to.include("nginx:1.29");
    const header = { "Idempotency-Key": `generated-${clusterId}` };
    deployment = taken(await berth.POST("/api/v1/deployments", { params: { query: { wait: 120 }, header }, body }));
    expect(deployment.status, deployment.error_message ?? "").to.equal("running");
    const path = { deployment_id: deployment.id };
    const changed = taken(
      await berth.PATCH("/api/v1/deployments/{deployment_id}", {
        params: { path, query: { wait: 120 } },
        body: { replicas: 2 },
      }),
    );
    expect([changed.status, changed.replicas]).to.deep.equal(["running", 2]);
    const list = taken(await berth.GET("/api/v1/deployments", { params: { query: { cluster_id: clusterId } } }));
    expect(list.deployments.map(({ id, replicas }) => [id, replicas])).to.deep.equal([[deployment.id, 2]]);
    const values = await berth.GET("/api/v1/deployments/{deployment_id}/values", { params: { path }, parseAs: "text" });
    expect(taken<string>(values)).to.include("replicas: 2");
  });

  it("reads the faults of a refused request by their documented form", async () => {
    const { error, response } = await berth.PATCH("/api/v1/deployments/{deployment_id}", {
      params: { path: { deployment_id: deployment.id } },
      body: { replicas: 101 },
    });
    expect(response.status).to.equal(422);
    expect((error as components["schemas"]["HTTPValidationError"]).detail[0]?.loc).to.deep.equal(["body", "replicas"]);
  });

  it("deletes the deployment and the cluster", async () => {
    const params = { path: { deployment_id: deployment.id }, query: { wait: 120 } };
    expect(taken(await berth.DELETE("/api/v1/deployments/{deployment_id}", { params })).status).to.equal("deleting");
    const gone = await berth.GET("/api/v1/deployments/{deployment_id}", { params: { path: params.path } });
    expect(gone.response.status).to.equal(404);
    const cluster = { path: { cluster_id: clusterId }, query: { wait: 120 } };
    expect(taken(await berth.DELETE("/api/v1/clusters/{cluster_id}", { params: cluster })).status).to.equal("deleting");
  });

  it("does not compile with a member or a path that the document does not know (known bad)", () => {
    // @ts-expect-error the document knows no such path
    const path: keyof paths = "/api/v1/boats";
    // @ts-expect-error a number is no image
    const body: components["schemas"]["DeploymentUpdate"] = { docker_image: 7 };
    expect([path, body.docker_image]).to.deep.equal(["/api/v1/boats", 7]);
  });
});
