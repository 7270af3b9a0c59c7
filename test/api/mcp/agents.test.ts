import { expect } from "chai";
import { TOOLS } from "../../../api/mcp/tools/all.ts";
import { eventually } from "../../support/eventually.ts";
import { clientOf, newAccount, newCluster, newDeployment, type Account } from "../client.ts";
import { startTestGateway, type TestGateway } from "../gateway.ts";
import * as flow from "../oauth-flow.ts";
import {
  agentOf,
  connectAgent,
  newAgentApplication,
  READING,
  RESOURCE,
  sendMessage,
  type TestAgent,
} from "./agent-scene.ts";

/** The origin of an agent that is a web page. */
const PAGE = "https://agent.example.com";

describe("the door for agents", function () {
  this.timeout(180_000);
  let gateway: TestGateway;
  let account: Account;
  let application: flow.Application;
  let clusterId: string;
  let reader: TestAgent;
  let writer: TestAgent;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_PUBLIC_URL: flow.PUBLIC_URL, BERTH_AGENT_ORIGINS: PAGE } });
    account = await newAccount(gateway.url);
    application = await newAgentApplication(gateway);
    clusterId = await newCluster(account.call);
    await gateway.settle("Cluster", clusterId);
    reader = await connectAgent(gateway, application, account);
    writer = await connectAgent(gateway, application, account, { writes: true });
  });
  after(() => gateway.stop());

  describe("who may come in", () => {
    it("says where a token is to be had, and lets nothing in but one that was made for it", async () => {
      const plain = await flow.connect(gateway, application, account, { parameters: { scope: "deployments:read" } });
      const refused: Record<string, string>[] = [
        {},
        { authorization: `Bearer ${plain.access}` },
        { authorization: `Bearer ${account.key}` },
        { "x-api-key": account.key },
        { cookie: account.cookie },
        { authorization: "Bearer nonsense" },
      ];
      for (const headers of refused) {
        const answer = await sendMessage(gateway, headers);
        expect(answer.status, JSON.stringify(headers)).to.equal(401);
        expect(answer.headers.get("www-authenticate")).to.include(
          `scope="${READING}", resource_metadata="${flow.PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`,
        );
      }
      const described = await fetch(`${gateway.url}/.well-known/oauth-protected-resource/mcp`);
      expect(await described.json()).to.deep.include({
        resource: RESOURCE,
        authorization_servers: [flow.ISSUER],
        scopes_supported: READING.split(" "),
      });
      expect((await flow.bearer(gateway, reader.token)("GET", "/deployments")).status, "the other way").to.equal(401);
    });

    it("takes nothing but POST, and nothing from another site", async () => {
      const got = await fetch(`${gateway.url}/mcp`, { headers: { authorization: `Bearer ${reader.token}` } });
      expect([got.status, got.headers.get("allow")]).to.deep.equal([405, "POST"]);
      const headers = { authorization: `Bearer ${reader.token}`, origin: "https://evil.example.org" };
      expect((await sendMessage(gateway, headers)).status).to.equal(403);
    });

    it("speaks the newest revision and, without a session, older ones", async () => {
      const old = await agentOf(gateway, reader.token, "legacy");
      for (const { client } of [reader, old]) {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).to.deep.equal(TOOLS.map(({ name }) => name));
      }
      expect(reader.client.getNegotiatedProtocolVersion()).to.equal("2026-07-28");
      expect((await old.tell("who_am_i")).data["person"]).to.include({ email: account.email });
    });

    it("ends with the consent", async () => {
      const other = await newAccount(gateway.url);
      const agent = await connectAgent(gateway, application, other);
      await agent.tell("who_am_i");
      await other.session("DELETE", `/connected-applications/${application.clientId}`);
      expect((await sendMessage(gateway, { authorization: `Bearer ${agent.token}` })).status).to.equal(401);
    });

    it("takes one message a request: what is counted is requests", async () => {
      const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
      const headers = { authorization: `Bearer ${reader.token}` };
      expect((await sendMessage(gateway, headers, new Array(100).fill(message))).status).to.equal(400);
    });

    it("limits who sends too much", async () => {
      const limited = await startTestGateway({
        env: { BERTH_PUBLIC_URL: flow.PUBLIC_URL, BERTH_RATE_LIMIT_PER_SECOND: "1", BERTH_RATE_LIMIT_BURST: "3" },
      });
      try {
        const answers = await Promise.all(Array.from({ length: 30 }, () => sendMessage(limited, {})));
        expect(answers.map(({ status }) => status))
          .to.include(429)
          .and.to.include(401);
      } finally {
        await limited.stop();
      }
    });

    it("counts each message as a request of the person, whatever agent sends it", async () => {
      const person = await newAccount(gateway.url);
      const tokens: string[] = [];
      while (tokens.length < 5) tokens.push((await connectAgent(gateway, application, person)).token);
      // A user has four times what a credential has; no message here asks REST for anything.
      const limited = await startTestGateway({
        env: {
          BERTH_PUBLIC_URL: flow.PUBLIC_URL,
          BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal(),
          BERTH_RATE_LIMIT_PER_SECOND: "1",
          BERTH_RATE_LIMIT_BURST: "20",
        },
      });
      try {
        const send = async (token: string): Promise<number> =>
          (await sendMessage(limited, { authorization: `Bearer ${token}` })).status;
        for (const token of tokens) expect(await send(token), "the first one").to.equal(200);
        const rounds = await Promise.all(tokens.flatMap((token) => Array.from({ length: 19 }, () => send(token))));
        expect(rounds).to.include(200).and.to.include(429);
        const call = clientOf(limited.url, { "x-api-key": person.key });
        expect([(await call("GET", "/clusters")).status, (await call("GET", "/clusters")).status]).to.deep.equal([
          200, 429,
        ]);
      } finally {
        await limited.stop();
      }
    });
  });

  describe("pages of other sites", () => {
    const FOREIGN = { "sec-fetch-site": "cross-site" };
    const asked = (origin: string, path: string, method: string): Promise<Response> =>
      fetch(`${gateway.url}${path}`, {
        method: "OPTIONS",
        headers: {
          ...FOREIGN,
          origin,
          "access-control-request-method": method,
          "access-control-request-headers": "authorization, content-type, mcp-protocol-version",
        },
      });
    const readerOf = ({ headers }: Response): string | null => headers.get("access-control-allow-origin");
    const DESCRIPTIONS = [
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-authorization-server/oauth",
      "/oauth/.well-known/oauth-authorization-server",
    ];

    it("read where a token is to be had, whatever their origin", async () => {
      for (const path of DESCRIPTIONS) {
        const read = await fetch(`${gateway.url}${path}`, { headers: { ...FOREIGN, origin: "https://any.example" } });
        expect([read.status, readerOf(read)], path).to.deep.equal([200, "*"]);
        const preflight = await asked("https://any.example", path, "GET");
        expect([preflight.status, readerOf(preflight)], path).to.deep.equal([204, "*"]);
        expect(preflight.headers.get("access-control-allow-methods"), path).to.equal("GET, HEAD");
      }
    });

    it("come in from a listed origin alone, and read where to go when they are refused", async () => {
      for (const path of ["/mcp", "/oauth/token", "/oauth/register"]) {
        const preflight = await asked(PAGE, path, "POST");
        expect([preflight.status, readerOf(preflight)], path).to.deep.equal([204, PAGE]);
        expect(preflight.headers.get("access-control-allow-headers"), path).to.match(/^Authorization, \*$/);
        expect(preflight.headers.get("vary"), path).to.match(/origin/i);
        for (const other of [
          "https://evil.example.org",
          `${PAGE}.evil.example.org`,
          "http://agent.example.com",
          "null",
        ]) {
          const refused = await asked(other, path, "POST");
          expect([refused.status, readerOf(refused)], `${path} for ${other}`).to.deep.equal([405, null]);
        }
      }
      for (const path of ["/oauth/authorize", "/oauth/revoke", "/oauth/introspect", "/deployments", "/auth/login"])
        expect(readerOf(await asked(PAGE, path, "POST")), path).to.equal(null);
      const lost = await sendMessage(gateway, { ...FOREIGN, origin: PAGE });
      expect([lost.status, readerOf(lost)]).to.deep.equal([401, PAGE]);
      expect(lost.headers.get("access-control-expose-headers")).to.include("WWW-Authenticate, Mcp-Session-Id");
    });

    it("have tokens and no cookies", async () => {
      const page = { ...FOREIGN, origin: PAGE };
      const answers = [
        await sendMessage(gateway, { ...page, authorization: `Bearer ${reader.token}` }),
        await sendMessage(gateway, { ...page, cookie: account.cookie }),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 401]);
      for (const { headers } of answers) expect(headers.has("access-control-allow-credentials")).to.equal(false);
    });

    it("register and come to a token", async () => {
      const page = { ...FOREIGN, origin: PAGE };
      const registered = await fetch(`${gateway.url}/oauth/register`, {
        method: "POST",
        headers: { ...page, "content-type": "application/json" },
        body: JSON.stringify({ client_name: "Page", redirect_uris: [`${PAGE}/callback`] }),
      });
      expect([registered.status, readerOf(registered)]).to.deep.equal([201, PAGE]);
      const { client_id: clientId } = (await registered.json()) as { client_id: string };
      const exchange = async (origin: string): Promise<[string | null, string]> => {
        const form = { grant_type: "refresh_token", refresh_token: "none", client_id: clientId };
        const headers = { ...FOREIGN, origin };
        const body = new URLSearchParams(form);
        const answer = await fetch(`${gateway.url}/oauth/token`, { method: "POST", headers, body });
        return [readerOf(answer), ((await answer.json()) as { error: string }).error];
      };
      expect(await exchange(PAGE), "only the token is wrong").to.deep.equal([PAGE, "invalid_grant"]);
      expect(await exchange("https://evil.example.org")).to.deep.equal([null, "invalid_request"]);
    });
  });

  describe("reading", () => {
    it("finds and describes what the person may read, and nothing of others", async () => {
      const stranger = await newAccount(gateway.url);
      const hidden = await newDeployment(stranger.call, await newCluster(stranger.call));
      const { id } = await newDeployment(account.call, clusterId, { name: "findable" });
      const found = await reader.tell("find", { kind: "deployment", name: "find" });
      expect((found.data["deployments"] as { id: string }[]).map((one) => one.id)).to.deep.equal([id]);
      expect((await reader.tell("describe", { kind: "deployment", id })).data).to.include({ id, name: "findable" });
      const refused = await reader.tell("describe", { kind: "deployment", id: hidden.id });
      expect([refused.isError, refused.text.split("\n")[0]]).to.deep.equal([
        true,
        "Berth refused this: not_found (404).",
      ]);
      const missing = await reader.tell("describe", { kind: "deployment", id: stranger.organizationId });
      expect(refused.text, "as what does not exist").to.equal(missing.text);
    });

    it("pages", async () => {
      const other = await newAccount(gateway.url);
      const cluster = await newCluster(other.call);
      for (let made = 0; made < 27; made += 1) await newDeployment(other.call, cluster);
      const agent = await connectAgent(gateway, application, other);
      const first = await agent.tell("find", { kind: "deployment" });
      const cursor = /cursor ([\w-]+)/.exec(first.text)?.[1];
      const second = await agent.tell("find", { kind: "deployment", cursor });
      const ids = [first, second].map(({ data }) => (data["deployments"] as { id: string }[]).map(({ id }) => id));
      expect(ids.map(({ length }) => length)).to.deep.equal([25, 2]);
      expect(new Set(ids.flat()).size).to.equal(27);
    });

    it("knows one organization where the consent is for one", async () => {
      const made = await account.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Second" });
      const { data } = await reader.tell("who_am_i");
      expect((data["organizations"] as unknown[]).length).to.equal(1);
      const all = await connectAgent(gateway, application, account, { organization: "all" });
      expect(((await all.tell("who_am_i")).data["organizations"] as unknown[]).length).to.equal(2);
      expect((await reader.tell("recent_changes", { organization: made.body.slug })).text).to.include(
        "not_found (404)",
      );
    });
  });

  describe("writing", () => {
    const deploy = (name: string): Record<string, unknown> => ({
      name,
      cluster_id: clusterId,
      docker_image: "nginx:1",
    });
    const tokenOf = (text: string): string => /plan_token (plan_[\w-]{32})/.exec(text)?.[1] ?? "none";
    const exists = async (name: string): Promise<boolean> => {
      const { body } = await account.call<{ deployments: unknown[] }>("GET", `/deployments?q=${name}`);
      return body.deployments.length > 0;
    };

    it("needs a consent of its own, and says which", async () => {
      const message = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "deploy", arguments: deploy("not-consented") },
      };
      const answer = await sendMessage(gateway, { authorization: `Bearer ${reader.token}` }, message);
      expect(answer.status).to.equal(403);
      expect(answer.headers.get("www-authenticate"))
        .to.include('error="insufficient_scope"')
        .and.to.include("deployments:write");
      expect(await exists("not-consented")).to.equal(false);
    });

    it("plans first, does it with the token, once, and the audit log says which application did", async () => {
      const plan = await writer.tell("deploy", deploy("planned"));
      expect(plan.text).to.match(/^Nothing was done\. This is the plan\./);
      expect(plan.data).to.have.property("objects").that.is.an("array");
      expect(await exists("planned")).to.equal(false);
      const token = tokenOf(plan.text);
      const done = await writer.tell("deploy", { ...deploy("planned"), plan_token: token });
      expect([done.isError, done.data["name"]], done.text).to.deep.equal([false, "planned"]);
      expect(await exists("planned")).to.equal(true);
      const again = await writer.tell("deploy", { ...deploy("planned"), plan_token: token });
      expect([again.isError, again.text.startsWith("Nothing was done")]).to.deep.equal([true, true]);
      const audit = await account.session<{ entries: Record<string, unknown>[] }>(
        "GET",
        `/organizations/${account.slug}/audit?action=createDeployment&target_id=${String(done.data["id"])}`,
      );
      expect(audit.body.entries).to.have.length(1);
      expect(audit.body.entries[0]).to.deep.include({
        application: { client_id: application.clientId, name: "Harbour master" },
        actor_user_id: account.userId,
        principal: "oauth",
        outcome: "succeeded",
      });
    });

    it("does nothing by a token of other arguments, another tool, another person, another consent, or one that has run out", async () => {
      const other = await newAccount(gateway.url);
      const invited = await connectAgent(gateway, application, other, { writes: true });
      const second = await connectAgent(gateway, application, account, { writes: true });
      const token = tokenOf((await writer.tell("deploy", deploy("bound"))).text);
      const input = { ...deploy("bound"), plan_token: token };
      const tries: [string, Promise<{ text: string }>][] = [
        ["other arguments", writer.tell("deploy", { ...input, replicas: 9 })],
        ["another person", invited.tell("deploy", input)],
        ["another consent", second.tell("deploy", input)],
        [
          "another tool",
          writer.tell("operate_deployment", {
            deployment_id: (await newDeployment(account.call, clusterId)).id,
            action: "stop",
            plan_token: token,
          }),
        ],
        ["no token at all", writer.tell("deploy", { ...deploy("bound"), plan_token: "plan_x" })],
      ];
      for (const [name, told] of tries) expect((await told).text, name).to.match(/^Nothing was done: /);
      await gateway.services.pool.query(
        "UPDATE oauth_records SET expires_at = now() - interval '1 second' WHERE model = 'AgentPlan' AND account_id = $1",
        [account.userId],
      );
      expect((await writer.tell("deploy", input)).text, "run out").to.match(/^Nothing was done: /);
      expect(await exists("bound")).to.equal(false);
    });

    it("does nothing once the resource was changed by somebody else", async () => {
      const { id } = await newDeployment(account.call, clusterId, { replicas: 1 });
      const wanted = { deployment_id: id, replicas: 3, set_variables: [{ name: "ADDED", value: "yes" }] };
      const plan = await writer.tell("change_deployment", wanted);
      expect(plan.data["changes"], plan.text).to.deep.include({ member: "replicas", before: 1, after: 3 });
      expect(plan.data["changes"]).to.deep.include({ member: "environment", variable: "ADDED", change: "added" });
      expect((await account.call("PATCH", `/deployments/${id}`, { replicas: 2 })).status).to.equal(200);
      const stale = await writer.tell("change_deployment", { ...wanted, plan_token: tokenOf(plan.text) });
      expect(stale.text).to.match(/^Nothing was done: /);
      const anew = tokenOf((await writer.tell("change_deployment", wanted)).text);
      expect((await writer.tell("change_deployment", { ...wanted, plan_token: anew })).isError).to.equal(false);
      expect((await account.call("GET", `/deployments/${id}`)).body["replicas"]).to.equal(3);
    });

    it("adds and removes single variables, and keeps those that it does not see", async () => {
      const kept = [
        { name: "KEPT", value: "canary-value" },
        { name: "GONE", value: "x" },
      ];
      const { id } = await newDeployment(account.call, clusterId, { environment_variables: kept });
      const wanted = { deployment_id: id, set_variables: [{ name: "NEW", value: "1" }], unset_variables: ["GONE"] };
      const plan = await writer.tell("change_deployment", wanted);
      expect(plan.text).not.to.include("canary-value");
      const done = await writer.tell("change_deployment", { ...wanted, plan_token: tokenOf(plan.text) });
      expect([done.isError, done.text.includes("canary-value")], done.text).to.deep.equal([false, false]);
      const { body } = await account.call<{ environment_variables: { name: string; value: string }[] }>(
        "GET",
        `/deployments/${id}`,
      );
      expect(body.environment_variables.map(({ name, value }) => [name, value])).to.deep.equal([
        ["KEPT", "canary-value"],
        ["NEW", "1"],
      ]);
    });

    it("makes a preview, gives it another time, and shows when it ends", async () => {
      const { id } = await newDeployment(account.call, clusterId);
      const wanted = { deployment_id: id, name: "looked-at", image: "nginx:2", ttl: 3_600 };
      const plan = await writer.tell("make_preview", wanted);
      expect(plan.data, plan.text).to.have.nested.property("makes.preview_of", id);
      expect(await exists("looked-at")).to.equal(false);
      const made = await writer.tell("make_preview", { ...wanted, plan_token: tokenOf(plan.text) });
      expect([made.isError, made.data["name"]], made.text).to.deep.equal([false, "looked-at"]);
      const longer = { deployment_id: made.data["id"], ttl: 7_200 };
      const planned = await writer.tell("extend_preview", longer);
      expect(JSON.stringify(planned.data["changes"])).to.include("expires_at");
      const done = await writer.tell("extend_preview", { ...longer, plan_token: tokenOf(planned.text) });
      expect(done.isError, done.text).to.equal(false);
      const { body } = await account.call("GET", `/deployments/${String(made.data["id"])}`);
      expect(Date.parse(String(body["expires_at"])) - Date.now()).to.be.within(7_000_000, 7_200_000);
      const other = await writer.tell("extend_preview", { deployment_id: id, ttl: 60 });
      expect(other.isError, "what is no preview has no end").to.equal(true);
    });

    it("has a plan for each thing that it can do", async () => {
      const { id } = await newDeployment(account.call, clusterId);
      await gateway.settle("Deployment", id);
      for (const action of ["restart", "stop", "sync"]) {
        const plan = await writer.tell("operate_deployment", { deployment_id: id, action });
        expect(plan.text, action).to.match(/^Nothing was done\. This is the plan\./);
      }
      const unknown = await writer.tell("roll_back", { deployment_id: id, revision: 99 });
      expect([unknown.isError, /^Berth refused this: /.test(unknown.text)], unknown.text).to.deep.equal([true, true]);
      await eventually(async () => {
        const { body } = await account.call("GET", `/deployments/${id}`);
        expect(body["status"]).to.equal("running");
      });
    });

    it("obeys the role of the person, whatever the scopes", async () => {
      const { id } = await newDeployment(account.call, clusterId, { name: "owned" });
      const guest = await newAccount(gateway.url);
      await gateway.services.pool.query(
        "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'viewer')",
        [account.organizationId, guest.userId],
      );
      const agent = await connectAgent(gateway, application, guest, {
        writes: true,
        organization: account.organizationId,
      });
      expect((await agent.tell("describe", { kind: "deployment", id })).data).to.include({ name: "owned" });
      const refused = await agent.tell("change_deployment", { deployment_id: id, replicas: 2 });
      expect(refused.text).to.include("Berth refused this: forbidden (403).");
    });
  });
});
