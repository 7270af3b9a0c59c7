import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { newAccount, newCluster, newDeployment, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { findObject, placeOf } from "./find-object.ts";

type Body = Record<string, unknown>;
type Planned = Body & { plan: { warnings: string[]; values_diff: string } };

const SLEEP = { stop_schedule: "0 20 * * MON-FRI", start_schedule: "0 8 * * MON-FRI", time_zone: "Europe/Berlin" };
const HOUR_MS = 3_600_000;
const FIRST = "2026-11-24T07:00:00.000Z";

describe("deployments that sleep", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let call: Client;
  let clusterId: string;

  let isOvertaken = false;

  before(async () => {
    gateway = await startTestGateway({ replace: ({ kube }) => ({ kube: overtaken(kube) }) });
    ({ call } = await newAccount(gateway.url));
    clusterId = await newCluster(call, { tier: "dedicated" });
  });
  after(() => gateway.stop());
  afterEach(() => (isOvertaken = false));

  /** Has somebody else change what was just read. */
  function overtaken(kube: KubeClient): KubeClient {
    return new Proxy(kube, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (name !== "get") return typeof member === "function" ? (member.bind(target) as unknown) : member;
        return async (...given: Parameters<KubeClient["get"]>) => {
          const found = await target.get(...given);
          const body = { spec: { replicas: 1 + (found?.metadata.generation ?? 0) } };
          if (isOvertaken && given[0] === DEPLOYMENTS)
            await target.patch(DEPLOYMENTS, given[1], { kind: "merge", body }, { fieldManager: "else" });
          return found;
        };
      },
    });
  }

  const specOf = async (id: string): Promise<Body> => (await findObject(gateway, DEPLOYMENTS, id)).spec;
  /** Has the operator's word of it come in. */
  async function sees(id: string, phase: string, sleep: object): Promise<void> {
    await gateway.kube.patch(
      DEPLOYMENTS,
      await placeOf(gateway, id),
      { kind: "merge", body: { status: { sleep } } },
      { fieldManager: "operator", subresource: "status" },
    );
    await gateway.settle("Deployment", id, phase);
  }

  it("tell when they turn next, in the plan and by themselves", async () => {
    const { id } = await newDeployment(call, clusterId);
    await gateway.settle("Deployment", id);
    const { body } = await call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, { sleep: SLEEP });
    expect(body.plan.warnings.join("\n")).to.match(
      /It sleeps (next at|until) 20\d\d-\d\d-\d\dT(19|18|07|06):00:00.000Z: /,
    );
    const changed = await call("PATCH", `/deployments/${id}`, { sleep: SLEEP });
    expect(changed.body).to.deep.include({ sleep: SLEEP, sleeps_at: null, wakes_at: null });
    await sees(id, "stopped", { wakesAt: FIRST });
    const asleep = await call("GET", `/deployments/${id}`);
    expect(asleep.body).to.include({ status: "stopped", sleeps_at: null, wakes_at: FIRST });
    expect(asleep.body["values_yaml"]).to.contain("stopped: true");
  });

  it("are started and stopped by hand from now on, and shown as such at once", async () => {
    const { id } = await newDeployment(call, clusterId, { sleep: SLEEP });
    await sees(id, "stopped", { wakesAt: FIRST });
    const before = Date.now();
    const { body } = await call<Planned>("POST", `/deployments/${id}/start?dry_run=true`);
    expect(body.plan.values_diff).to.contain("-stopped: true");
    const started = await call("POST", `/deployments/${id}/start`);
    expect(started.body["values_yaml"]).to.not.contain("stopped");
    const { stopped, switchedAt } = await specOf(id);
    expect(stopped).to.equal(false);
    expect(Date.parse(String(switchedAt))).to.be.within(before, Date.now());
  });

  it("go on when their schedule goes, whatever was said before it; and stay stopped at first when one comes", async () => {
    const [woken, sleeps] = [-2, 2].map((hours) => `0 ${new Date(Date.now() + hours * HOUR_MS).getUTCHours()} * * *`);
    const awake = { stop_schedule: sleeps, start_schedule: woken };
    const { id } = await newDeployment(call, clusterId, { sleep: awake });
    const switchedAt = new Date(Date.now() - 24 * HOUR_MS).toISOString();
    const body = { spec: { stopped: true, switchedAt } };
    await gateway.kube.patch(
      DEPLOYMENTS,
      await placeOf(gateway, id),
      { kind: "merge", body },
      { fieldManager: "test" },
    );
    await call("PATCH", `/deployments/${id}`, { sleep: null });
    expect(await specOf(id)).to.include({ stopped: false });
    await call("POST", `/deployments/${id}/stop`);
    await gateway.settle("Deployment", id, "stopped");
    await call("PATCH", `/deployments/${id}`, { sleep: SLEEP });
    const spec = await specOf(id);
    expect(spec["stopped"]).to.equal(true);
    expect(Date.parse(String(spec["switchedAt"]))).to.be.greaterThan(Date.parse(String(switchedAt)));
  });

  it("stay stopped when a schedule comes while their pods still go, and when it is about to go", async () => {
    const { id } = await newDeployment(call, clusterId);
    await gateway.settle("Deployment", id);
    const stopped = await call("POST", `/deployments/${id}/stop`);
    expect(stopped.body["status"]).to.equal("provisioning");
    const { switchedAt } = await specOf(id);
    await call("PATCH", `/deployments/${id}`, { sleep: SLEEP });
    const before = await specOf(id);
    expect(before["stopped"]).to.equal(true);
    expect(Date.parse(String(before["switchedAt"]))).to.be.greaterThan(Date.parse(String(switchedAt)));
    await call("POST", `/deployments/${id}/start`);
    await sees(id, "running", { sleepsAt: FIRST, switchedAt: (await specOf(id))["switchedAt"] });
    await call("POST", `/deployments/${id}/stop`);
    await call("PATCH", `/deployments/${id}`, { sleep: null });
    expect(await specOf(id), "the row still shows when it sleeps next").to.include({ stopped: true });
  });

  it("note when they were stopped though the row does not show their schedule yet", async () => {
    const { id } = await newDeployment(call, clusterId);
    const body = { spec: { sleep: { stopSchedule: "0 20 * * *", startSchedule: "0 8 * * *" } } };
    await gateway.kube.patch(
      DEPLOYMENTS,
      await placeOf(gateway, id),
      { kind: "merge", body },
      { fieldManager: "kubectl" },
    );
    await call("POST", `/deployments/${id}/stop`);
    expect(await specOf(id))
      .to.include({ stopped: true })
      .and.to.have.property("switchedAt");
  });

  it("are not changed by what was decided before somebody else changed them", async () => {
    const { id } = await newDeployment(call, clusterId);
    isOvertaken = true;
    for (const [path, headers, refusal] of [
      ["", {}, [409, "conflict"]],
      ["?dry_run=true", {}, [409, "conflict"]],
    ] as const) {
      const { status, body } = await call("PATCH", `/deployments/${id}${path}`, { sleep: SLEEP }, headers);
      expect([status, body["code"]], path).to.deep.equal(refusal);
    }
    expect(await specOf(id)).to.not.have.property("sleep");
  });

  const REFUSED: Readonly<Record<string, object>> = {
    "turns more than twice a day": { ...SLEEP, stop_schedule: "*/2 * * * *" },
    "turns by days of a month": { ...SLEEP, stop_schedule: "0 20 1 * *" },
    "days that run downwards": { ...SLEEP, stop_schedule: "0 20 * * FRI-MON" },
    "a zone that there is not": { ...SLEEP, time_zone: "Mars/Olympus" },
    "no difference": { ...SLEEP, start_schedule: SLEEP.stop_schedule },
    "half a schedule": { stop_schedule: SLEEP.stop_schedule },
  };
  for (const [why, sleep] of Object.entries(REFUSED))
    it(`are refused ${why}`, async () => {
      const { id } = await newDeployment(call, clusterId);
      const { status, body } = await call("PATCH", `/deployments/${id}`, { sleep });
      expect([status, JSON.stringify(body).includes("sleep")], JSON.stringify(body)).to.deep.equal([422, true]);
    });
});
