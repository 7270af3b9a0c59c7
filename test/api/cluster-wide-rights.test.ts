import { expect } from "chai";
import { newAccount, newCluster, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Body = Record<string, unknown> & { id: string };

describe("cluster-wide rights of a deployment", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;
  let member: Account;
  let clusterId: string;

  before(async () => {
    gateway = await startTestGateway();
    [owner, member] = [await newAccount(gateway.url), await newAccount(gateway.url)];
    await gateway.services.pool.query(
      "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')",
      [owner.organizationId, member.userId],
    );
    clusterId = await newCluster(owner.call);
  });
  after(() => gateway.stop());

  const create = (call: Client, name: string, more: object = {}): Promise<Answer<Body>> =>
    call<Body>("POST", "/deployments", {
      name,
      cluster_id: clusterId,
      app_type: "helm",
      helm_repo_url: "oci://ghcr.io/acme",
      helm_chart_name: "c",
      ...more,
    });
  const verdict = ({ status, body }: Answer): unknown[] => [
    status,
    body["detail"] ?? body["cluster_wide_rights"] ?? null,
  ];
  const NO = [403, "This needs the role admin in the organization."];

  it("are off, and given by administrators only", async () => {
    expect(verdict(await create(member.call, "plain"))).to.deep.equal([201, null]);
    expect(verdict(await create(member.call, "eager", { cluster_wide_rights: true }))).to.deep.equal(NO);
    expect(verdict(await create(owner.call, "agent", { cluster_wide_rights: true }))).to.deep.equal([201, true]);
  });

  it("are given by no change, and what has them is changed by administrators only", async () => {
    const { id: plain } = (await create(member.call, "later")).body;
    expect(verdict(await member.call("PATCH", `/deployments/${plain}`, { cluster_wide_rights: true }))).to.deep.equal(
      NO,
    );
    const { id } = (await create(owner.call, "given", { cluster_wide_rights: true })).body;
    for (const change of [{ helm_chart_version: "2" }, { custom_values_yaml: "a: 1" }, { cluster_wide_rights: false }])
      expect(verdict(await member.call("PATCH", `/deployments/${id}`, change)), JSON.stringify(change)).to.deep.equal(
        NO,
      );
    expect(verdict(await owner.call("PATCH", `/deployments/${id}`, { helm_chart_version: "2" }))).to.deep.equal([
      200,
      true,
    ]);
    expect(verdict(await owner.call("PATCH", `/deployments/${id}`, { cluster_wide_rights: null }))).to.deep.equal([
      200,
      null,
    ]);
    expect((await member.call("PATCH", `/deployments/${id}`, { helm_chart_version: "3" })).status).to.equal(200);
    const path = `/organizations/${owner.slug}/audit?target_id=${id}&action=updateDeployment`;
    const { entries } = (await owner.session<{ entries: Body[] }>("GET", path)).body;
    expect(entries.some(({ changes }) => JSON.stringify(changes).includes("cluster_wide_rights"))).to.equal(true);
  });

  it("do not travel with a promotion, unless an administrator says so", async () => {
    const target = await newCluster(owner.call);
    const { id } = (await create(owner.call, "source", { cluster_wide_rights: true })).body;
    const promote = (call: Client, overrides: object, new_name: string): Promise<Answer> =>
      call("POST", `/deployments/${id}/promote`, { target_cluster_id: target, new_name, overrides });
    expect((await promote(member.call, { cluster_wide_rights: true }, "a")).status).to.equal(403);
    const { body } = await promote(member.call, {}, "b");
    const made = await owner.call<Body>("GET", `/deployments/${String(body["new_deployment_id"])}`);
    expect(verdict(made)).to.deep.equal([200, null]);
  });
});
