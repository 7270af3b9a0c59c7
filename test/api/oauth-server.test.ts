import { expect } from "chai";
import * as oidc from "openid-client";
import { eventually } from "../support/eventually.ts";
import type { Account } from "./client.ts";
import type { TestGateway } from "./gateway.ts";
import * as flow from "./oauth-flow.ts";

describe("authorization server: the whole way", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let application: flow.Application;

  before(async () => {
    ({ gateway, account, application } = await flow.startScene());
  });
  after(() => gateway.stop());

  it("lets an application act for a person, within its scopes, until its tokens are revoked", async () => {
    const started = await flow.start(application);
    const callback = await flow.consent(gateway, account, started);
    expect(callback.searchParams.get("iss")).to.equal(flow.ISSUER);
    const tokens = await flow.redeem(application, callback, started);
    const call = flow.bearer(gateway, tokens.access);
    const me = await call("GET", "/auth/me");
    expect([me.status, me.body["auth_method"], me.body["id"]]).to.deep.equal([200, "oauth", account.userId]);
    expect((await call("GET", "/api-keys")).status).to.equal(200);
    expect((await call("GET", "/deployments")).status, "a hot read").to.equal(200);
    expect((await call("POST", "/api-keys", { name: "x" })).status, "only read").to.equal(403);
    expect((await call("GET", "/clusters")).status, "not asked for").to.equal(403);
    await eventually(async () => {
      await gateway.services.uses.flush();
      const { body } = await account.session("GET", "/connected-applications");
      expect((body["applications"] as { last_used_at: unknown }[])[0]?.last_used_at).to.be.a("string");
    });
    const seen = await oidc.tokenIntrospection(application.config, tokens.access);
    expect(seen).to.include({ active: true, scope: flow.SCOPE, sub: account.userId });
    await oidc.tokenRevocation(application.config, tokens.access);
    expect((await call("GET", "/auth/me")).status).to.equal(401);
    expect(await oidc.tokenIntrospection(application.config, tokens.access)).to.deep.include({ active: false });
  });
});
