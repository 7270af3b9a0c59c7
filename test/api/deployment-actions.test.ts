import { expect } from "chai";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { eventually } from "../support/eventually.ts";
import { newAccount, newCluster, newDeployment, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { type FoundObject, findObject } from "./find-object.ts";

describe("actions on deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let clusterId: string;
  let isAnswerLost = false;

  before(async () => {
    gateway = await startTestGateway({ replace: ({ kube }) => ({ kube: forgetful(kube) }) });
    account = await newAccount(gateway.url);
    ({ call } = account);
    clusterId = await newCluster(call, { tier: "dedicated" });
  });
  after(() => gateway.stop());
  afterEach(() => (isAnswerLost = false));

  /** Loses the answer of a patch that the API server has done. */
  function forgetful(kube: KubeClient): KubeClient {
    return new Proxy(kube, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (name !== "patch") return typeof member === "function" ? (member.bind(target) as unknown) : member;
        return async (...given: Parameters<KubeClient["patch"]>) => {
          const done = await target.patch(...given);
          if (isAnswerLost) throw new KubeError("PATCH /x", { status: 0, reason: "UND_ERR_SOCKET" });
          return done;
        };
      },
    });
  }

  const find = (id: string): Promise<FoundObject> => findObject(gateway, DEPLOYMENTS, id);

  it("stops and starts, once each: a repetition changes nothing", async () => {
    const { id } = await newDeployment(call, clusterId, { replicas: 2 });
    await gateway.settle("Deployment", id);
    const stopped = await call("POST", `/deployments/${id}/stop`);
    expect([stopped.status, stopped.body["status"], stopped.body["replicas"]]).to.deep.equal([200, "provisioning", 2]);
    expect(stopped.body["values_yaml"]).to.contain("stopped: true");
    expect((await call("POST", `/deployments/${id}/stop`)).status).to.equal(200);
    expect(await find(id)).to.nested.include({ "spec.stopped": true, "metadata.generation": 2 });
    await gateway.settle("Deployment", id, "stopped");
    const started = await call("POST", `/deployments/${id}/start`);
    expect(started.body["values_yaml"]).to.not.contain("stopped");
    expect(await find(id)).to.nested.include({ "spec.stopped": false, "metadata.generation": 3 });
  });

  it("waits until the pods are gone when it is asked to", async () => {
    const { id } = await newDeployment(call, clusterId);
    await gateway.settle("Deployment", id);
    const waiting = call("POST", `/deployments/${id}/stop?wait=300`);
    await eventually(async () => expect((await find(id)).spec["stopped"]).to.equal(true));
    await gateway.settle("Deployment", id, "stopped");
    expect((await waiting).body["status"]).to.equal("stopped");
  });

  it("restarts and delivers anew, each time once more", async () => {
    const { id } = await newDeployment(call, clusterId);
    for (const [verb, member] of [
      ["restart", "restartedAt"],
      ["sync", "syncRequestedAt"],
    ] as const) {
      const act = async (): Promise<unknown> => {
        expect((await call("POST", `/deployments/${id}/${verb}`)).status).to.equal(200);
        return (await find(id)).spec[member];
      };
      expect(await act(), verb).to.not.equal(await act());
    }
    expect(await find(id)).to.nested.include({ "metadata.generation": 5 });
  });

  it("says why it cannot be done", async () => {
    const chart = { app_type: "helm", docker_image: null, helm_repo_url: "https://charts.example.org" };
    const helm = await newDeployment(call, clusterId, { ...chart, helm_chart_name: "redis" });
    for (const verb of ["stop", "start", "restart"]) {
      const refused = await call("POST", `/deployments/${helm.id}/${verb}`);
      expect([refused.status, refused.body["code"]], verb).to.deep.equal([409, "conflict"]);
      expect(refused.body["detail"]).to.contain("custom_values_yaml");
    }
    expect((await call("POST", `/deployments/${helm.id}/sync`)).status).to.equal(200);
    const { id } = await newDeployment(call, clusterId);
    await gateway.settle("Deployment", id, "stopped");
    expect((await call("POST", `/deployments/${id}/restart`)).body["detail"]).to.contain("start it");
    await call("DELETE", `/deployments/${id}`);
    expect((await call("POST", `/deployments/${id}/start`)).body["code"]).to.equal("being_deleted");
  });

  it("has another certificate made, one at a time", async () => {
    const { id } = await newDeployment(call, clusterId);
    const renew = async (): Promise<unknown[]> => {
      const { status, body } = await call("POST", `/deployments/${id}/certificate/renew`);
      return status === 200 ? [status] : [status, body["code"], body["detail"]];
    };
    const domain = "shop.renewed.example.org";
    expect((await renew())[2]).to.match(/no domain of its own/);
    await call("PATCH", `/deployments/${id}`, { custom_domain: domain });
    expect((await renew())[2]).to.equal(`${domain} is not active yet, so that it has no certificate.`);
    const customDomain = { name: domain, provenAt: "2026-11-20T10:00:00Z" };
    await gateway.settle("Deployment", id, "running", { customDomain });
    const planned = await call<{ plan: { warnings: string[]; values_diff: string } }>(
      "POST",
      `/deployments/${id}/certificate/renew?dry_run=true`,
    );
    expect([planned.status, planned.body.plan.values_diff], planned.text).to.deep.equal([200, ""]);
    expect(planned.body.plan.warnings.join(" ")).to.match(
      /The issuer counts it .* until it is revoked there or ends\./,
    );
    expect((await find(id)).spec).to.not.have.property("certificateRequestedAt");
    expect(await renew()).to.deep.equal([200]);
    const requestedAt = String((await find(id)).spec["certificateRequestedAt"]);
    expect(await renew(), "before the operator has seen it").to.have.ordered.members([
      409,
      "conflict",
      "Another one is asked for already: wait for CertificateRenewed.",
    ]);
    const told = (status: string, message: string) => ({
      customDomain,
      certificateRenewal: { requestedAt, replaces: "01" },
      conditions: [
        { type: "CertificateRenewed", status, reason: "R", message, lastTransitionTime: "2026-11-20T10:00:00Z" },
      ],
    });
    await gateway.settle("Deployment", id, "running", told("False", "It is tried again."));
    expect((await renew())[2]).to.match(/wait for CertificateRenewed\. It is tried again\.$/);
    await gateway.settle("Deployment", id, "running", told("True", "02"));
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => renew()));
    const asked = atOnce.map(([status, code]) => code ?? status);
    expect(asked.sort()).to.deep.equal([200, ...new Array<string>(9).fill("conflict")]);
    expect((await find(id)).spec["certificateRequestedAt"]).to.not.equal(requestedAt);
  });

  it("plans without doing", async () => {
    const { id } = await newDeployment(call, clusterId);
    type Planned = { plan: { values_diff: string; warnings: string[] } };
    const { status, body } = await call<Planned>("POST", `/deployments/${id}/stop?dry_run=true`);
    expect([status, body.plan.warnings[0]]).to.deep.equal([
      200,
      "Its pods go away; it does not answer until it is started.",
    ]);
    expect(body.plan.values_diff).to.contain("+stopped: true");
    expect((await find(id)).metadata.generation).to.equal(1);
  });

  it("does once what is repeated with its key, also when the first answer was lost", async () => {
    const { id } = await newDeployment(call, clusterId);
    const [again, lost] = [{ "idempotency-key": "again" }, { "idempotency-key": "lost" }];
    const [first, second] = [
      await call("POST", `/deployments/${id}/restart`, undefined, again),
      await call("POST", `/deployments/${id}/restart`, undefined, again),
    ];
    expect(second.headers.get("idempotency-replayed")).to.equal("true");
    expect(second.body["values_yaml"]).to.equal(first.body["values_yaml"]);
    isAnswerLost = true;
    const unknown = await call("POST", `/deployments/${id}/restart`, undefined, lost);
    expect([unknown.status, unknown.body["code"]]).to.deep.equal([503, "outcome_unknown"]);
    isAnswerLost = false;
    const { restartedAt } = (await find(id)).spec;
    expect((await call("POST", `/deployments/${id}/restart`, undefined, lost)).status).to.equal(200);
    expect((await find(id)).spec["restartedAt"]).to.equal(restartedAt);
    const { rows } = await gateway.services.pool.query(
      "SELECT outcome, count(*)::int AS n FROM audit_entries WHERE target_id = $1 AND action = 'restartDeployment' GROUP BY 1",
      [id],
    );
    expect(rows).to.deep.equal([{ outcome: "succeeded", n: 2 }]);
  });
});
