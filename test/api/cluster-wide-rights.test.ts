import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { startPodSockets, type PodSocketDouble } from "../support/pod-socket-double.ts";
import { openSocket } from "../support/socket-client.ts";
import { newAccount, newCluster, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Body = Record<string, unknown> & { id: string };

describe("cluster-wide rights of a deployment", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let owner: Account;
  let member: Account;
  let clusterId: string;
  let pods: PodSocketDouble;

  before(async () => {
    pods = await startPodSockets();
    const pod = {
      metadata: { name: "agent-1" },
      spec: { containers: [{ name: "app" }] },
      status: { phase: "Running" },
    };
    const client = {
      list: () => Promise.resolve({ items: [pod], resourceVersion: "1" }),
      get: () => Promise.resolve(undefined),
      close: () => Promise.resolve(),
      dial: pods.dial,
    } as unknown as KubeClient;
    gateway = await startTestGateway({ replace: () => ({ tenantReader: { open: () => Promise.resolve(client) } }) });
    [owner, member] = [await newAccount(gateway.url), await newAccount(gateway.url)];
    await gateway.services.pool.query(
      "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')",
      [owner.organizationId, member.userId],
    );
    clusterId = await newCluster(owner.call);
  });
  after(async () => {
    await gateway.stop();
    await pods.stop();
  });

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

  it("are no member's by a shell or a tunnel: what a pod may, whoever reaches into it may", async () => {
    const admin = await newAccount(gateway.url);
    await gateway.services.pool.query("INSERT INTO memberships VALUES ($1, $2, 'admin')", [
      owner.organizationId,
      admin.userId,
    ]);
    const { id } = (await create(owner.call, "reached", { cluster_wide_rights: true })).body;
    for (const way of ["exec", "exec?debug=true", "port-forward?port=8001"])
      expect(verdict(await member.call("GET", `/deployments/${id}/${way}`)), way).to.deep.equal(NO);
    const { id: plain } = (await create(owner.call, "within")).body;
    const shellOf = (deployment: string, { key }: Account) =>
      openSocket(`${gateway.url}/deployments/${deployment}/exec?command=${encodeURIComponent('["hang"]')}`, {
        headers: { authorization: `Bearer ${key}` },
      });
    const [own, other] = [await shellOf(id, admin), await shellOf(plain, member)];
    const path = `/organizations/${owner.slug}/members/${admin.userId}`;
    expect((await owner.session("PATCH", path, { role: "member" })).status).to.equal(200);
    expect(await own.closed).to.equal("4001 access_ended");
    expect(other.socket.readyState).to.equal(other.socket.OPEN);
    expect((await owner.call("PATCH", `/deployments/${plain}`, { cluster_wide_rights: true })).status).to.equal(200);
    expect(await other.closed).to.equal("4001 access_ended");
  });
});
