import { expect } from "chai";
import { clientOf, newAccount, newCluster, newKey } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Row = {
  actor: string | null;
  principal: string;
  action: string;
  target: string | null;
  code: string;
  times: number;
  dump: string;
};

describe("refused requests in the audit log", function () {
  this.timeout(300_000);
  let gateway: TestGateway;

  before(async () => {
    gateway = await startTestGateway();
  });
  after(() => gateway.stop());

  const noted = async (): Promise<Row[]> => {
    await gateway.services.refusals.flush();
    const { rows } = await gateway.services.pool.query<Row>(
      `SELECT actor_user_id AS actor, principal, action, target_id AS target, changes->'after'->>'code' AS code,
        (changes->'after'->>'times')::int AS times, audit_entries::text AS dump
        FROM audit_entries WHERE outcome = 'refused' AND changes->'after' ? 'times' ORDER BY created_at, id`,
    );
    return rows;
  };
  const forget = (): Promise<unknown> => gateway.services.pool.query("DELETE FROM audit_entries");

  it("says who was refused what: without sign-in, without the right, and what is another's", async () => {
    const [person, owner] = [await newAccount(gateway.url), await newAccount(gateway.url)];
    const cluster = await newCluster(owner.call);
    const { key } = await newKey(person.session, { scopes: ["clusters:read"] });
    await noted();
    await forget();
    await clientOf(gateway.url)("GET", "/organizations");
    await clientOf(gateway.url, { authorization: `Bearer ${key}` })("GET", "/organizations");
    await person.session("GET", "/admin/organizations");
    await person.session("DELETE", `/clusters/${cluster}`);
    await person.call("GET", `/clusters/${cluster}`);
    const rows = (await noted()).map(({ actor, principal, action, target, code, times }) => [
      actor,
      principal,
      action,
      target,
      code,
      times,
    ]);
    expect(rows).to.have.deep.members([
      [null, "anonymous", "listOrganizations", null, "unauthenticated", 1],
      [person.userId, "api_key", "listOrganizations", null, "forbidden", 1],
      [person.userId, "session", "listAllOrganizations", null, "forbidden", 1],
      [person.userId, "session", "deleteCluster", cluster, "not_found", 1],
      [person.userId, "api_key", "getCluster", cluster, "not_found", 1],
    ]);
  });

  it("counts alike ones, and has no secrets", async () => {
    const person = await newAccount(gateway.url);
    await noted();
    await forget();
    const secret = "invitation-token-canary";
    for (let index = 0; index < 5; index += 1) await person.call("POST", `/invitations/${secret}/accept`);
    await person.session("POST", `/invitations/${secret}/accept`, undefined, { "x-request-id": "plain" });
    const wrong = { email: person.email, password: "password-canary-1" };
    await clientOf(gateway.url)("POST", "/auth/login", wrong);
    const rows = await noted();
    expect(
      rows.find(({ action, principal }) => action === "acceptInvitation" && principal === "api_key")?.times,
    ).to.equal(5);
    for (const { dump } of rows) expect(dump).to.not.match(/canary/);
  });

  it("is one list with what was done: an organization's admins see who was refused there", async () => {
    const [owner, viewer] = [await newAccount(gateway.url), await newAccount(gateway.url)];
    await gateway.services.pool.query(
      "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'viewer')",
      [owner.organizationId, viewer.userId],
    );
    await viewer.session("PATCH", `/organizations/${owner.slug}/members/${owner.userId}`, { role: "viewer" });
    await gateway.services.refusals.flush();
    type Entries = { entries: { action: string; actor_user_id: string }[] };
    const { body } = await owner.session<Entries>("GET", `/organizations/${owner.slug}/audit?outcome=refused`);
    expect(body.entries.map(({ action, actor_user_id: actor }) => [action, actor])).to.deep.equal([
      ["updateMember", viewer.userId],
    ]);
  });
});
