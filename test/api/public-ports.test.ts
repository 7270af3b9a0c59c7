import { expect } from "chai";
import { PUBLIC_PORT_NEEDS } from "../../contract/resources/public-ports.ts";
import { newAccount, newCluster, newDeployment, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { withHetzner } from "./with-hetzner.ts";

type Body = Record<string, unknown>;
type Made = Body & { id: string; plan?: { warnings: string[] }; detail?: { loc: string[]; msg: string }[] };

const PORTS = [{ port: 5432, public_port: 5432 }, { port: 9090 }];
const OWN = { provider: "hetzner", region: "fsn1", tier: "dedicated" };

describe("public ports of deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let call: Client;
  let [routed, ingress, local] = ["", "", ""];

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_FREE_PROVIDERS: "local,hetzner" }, replace: withHetzner });
    ({ call } = await newAccount(gateway.url));
    routed = await newCluster(call, { ...OWN, routing: "both" });
    ingress = await newCluster(call, { ...OWN, routing: "ingress" });
    local = await newCluster(call, { routing: "both" });
  });
  after(() => gateway.stop());

  const create = (clusterId: string, more: Body = {}, query = ""): Promise<Answer<Made>> => {
    const body = { name: `d-${Math.random().toString(36).slice(2)}`, cluster_id: clusterId, app_type: "container" };
    return call<Made>("POST", `/deployments${query}`, { ...body, docker_image: "mail:1", ...more });
  };
  const expectRefusal = ({ status, body, text }: Answer<Made>, loc = ["body", "additional_ports"]): void => {
    const [fault] = body.detail ?? [];
    expect([status, fault?.loc, fault?.msg], text).to.deep.equal([422, loc, `Value error, ${PUBLIC_PORT_NEEDS}`]);
  };
  const spotted = async (id: string): Promise<unknown> =>
    (await call("GET", `/deployments/${id}`)).body["public_ports"];

  it("are taken where a Gateway takes them, and shown once they are the deployment's own", async () => {
    const { status, body, text } = await create(routed, { additional_ports: PORTS });
    expect(status, text).to.equal(201);
    expect([body["public_ports"], (body["additional_ports"] as Body[])[0]?.["public_port"]]).to.deep.equal([[], 5432]);
    const claimedAt = "2026-11-20T10:00:00Z";
    const publicPorts = [{ port: 5432, publicPort: 5432, address: "203.0.113.7:5432", claimedAt }];
    await gateway.settle("Deployment", body.id, "running", { publicPorts });
    expect(await spotted(body.id)).to.deep.equal([{ port: 5432, public_port: 5432, address: "203.0.113.7:5432" }]);
    await gateway.settle("Deployment", body.id, "running", { publicPorts: [{ ...publicPorts[0], address: null }] });
    expect(await spotted(body.id)).to.deep.equal([{ port: 5432, public_port: 5432, address: null }]);
  });

  it("are refused elsewhere, with what helps, also in a dry run", async () => {
    for (const cluster of [ingress, local])
      for (const query of ["", "?dry_run=true"])
        expectRefusal(await create(cluster, { additional_ports: PORTS }, query));
    const { body } = await create(ingress, { additional_ports: [{ port: 5432 }] });
    expectRefusal(await call("PATCH", `/deployments/${body.id}`, { additional_ports: PORTS }));
  });

  it("hold up no other change of a deployment whose cluster has no Gateway any more, and are warned of before", async () => {
    const cluster = await newCluster(call, { ...OWN, routing: "both" });
    const { id } = await newDeployment(call, cluster, { name: "broker", additional_ports: PORTS });
    const git = { path: "x", commit: "c1", contentHash: "h1", committedAt: "2026-11-20T10:00:00Z" };
    await gateway.settle("Deployment", id, "running", { git });
    await newDeployment(call, cluster, { name: "shop", additional_ports: [{ port: 9090 }] });
    const back = { routing: "ingress" };
    const planned = await call<Made>("PATCH", `/clusters/${cluster}/component-bundle?dry_run=true`, back);
    expect(planned.body.plan?.warnings, planned.text).to.deep.equal([
      "Nobody takes connections for the public ports of broker any more: their condition PortsPublic says GatewayMissing.",
    ]);
    const both = await call<Made>("PATCH", `/clusters/${cluster}/component-bundle?dry_run=true`, { routing: "both" });
    expect(both.body.plan?.warnings).to.deep.equal([]);
    expect((await call("PATCH", `/clusters/${cluster}/component-bundle`, back)).status).to.equal(200);
    for (const body of [{ replicas: 2 }, { additional_ports: [...PORTS, { port: 9091 }] }]) {
      const changed = await call("PATCH", `/deployments/${id}`, body);
      expect(changed.status, changed.text).to.equal(200);
    }
    expectRefusal(await call("PATCH", `/deployments/${id}`, { additional_ports: [{ port: 25, public_port: 2525 }] }));
    expect((await call("PATCH", `/deployments/${id}`, { additional_ports: null })).status).to.equal(200);
    expectRefusal(await call<Made>("POST", `/deployments/${id}/rollback`, { revision: 1 }));
  });

  type Planned = Made & {
    plan: { objects: { kind: string; name: string; action: string }[]; values_diff: string; warnings: string[] };
  };
  const planOf = ({ status, body, text }: Answer<Planned>): Planned["plan"] => {
    expect(status, text).to.equal(200);
    return body.plan;
  };
  const routesOf = (answer: Answer<Planned>): string[] =>
    planOf(answer)
      .objects.filter(({ kind }) => kind === "ListenerSet" || kind === "TCPRoute")
      .map(({ action, kind, name }) => `${action} ${kind} ${name.replace(/^.*(-ports|-port-\d+)$/, "$1")}`);
  const portWarnings = (answer: Answer<Planned>): string[] =>
    planOf(answer).warnings.filter((one) => one.startsWith("public_port"));

  it("are in the plan with the objects that make them public, before they are anybody's", async () => {
    const cluster = await newCluster(call, { ...OWN, routing: "both" });
    const plan = (id: string, ports: readonly Body[] | null): Promise<Answer<Planned>> =>
      call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, { additional_ports: ports });
    const made = (await create(cluster, { additional_ports: PORTS }, "?dry_run=true")) as Answer<Planned>;
    expect(routesOf(made), made.text).to.have.members(["create ListenerSet -ports", "create TCPRoute -port-5432"]);
    expect(portWarnings(made)).to.deep.equal([]);
    const { id } = await newDeployment(call, cluster, { name: "queue" });
    const asked = await plan(id, PORTS);
    expect(routesOf(asked)).to.have.members(["create ListenerSet -ports", "create TCPRoute -port-5432"]);
    expect(asked.body.plan.values_diff).to.match(/^\+ +publicPort: 5432$/m);
    expect(asked.body["public_ports"], "nothing is its own by a plan").to.deep.equal([]);

    const publicPorts = [{ port: 5432, publicPort: 5432, claimedAt: "2026-11-20T10:00:00Z" }];
    await call("PATCH", `/deployments/${id}`, { additional_ports: PORTS });
    await gateway.settle("Deployment", id, "running", { publicPorts });
    const more = [...PORTS, { port: 25, public_port: 2525 }];
    expect(routesOf(await plan(id, more))).to.have.members(["update ListenerSet -ports", "create TCPRoute -port-2525"]);
    expect(routesOf(await plan(id, null))).to.have.members(["delete ListenerSet -ports", "delete TCPRoute -port-5432"]);
    expect(routesOf(await plan(id, PORTS))).to.deep.equal([]);
  });

  it("are in the plan with whose they are, where they are another one's", async () => {
    const cluster = await newCluster(call, { ...OWN, routing: "both" });
    const holder = await newDeployment(call, cluster, { name: "first", additional_ports: PORTS });
    const publicPorts = [{ port: 5432, publicPort: 5432, claimedAt: "2026-11-20T10:00:00Z" }];
    await gateway.settle("Deployment", holder.id, "running", { publicPorts });
    await newDeployment(call, cluster, { name: "waits", additional_ports: PORTS });
    const both = [...PORTS, { port: 25, public_port: 2525 }];
    const refused = (await create(cluster, { additional_ports: both }, "?dry_run=true")) as Answer<Planned>;
    expect(portWarnings(refused)).to.deep.equal([
      "public_port 5432 is first's on this cluster: until it is taken away there nobody takes connections for it here, and PortsPublic says PortTaken.",
    ]);
    expect(routesOf(refused), "the other one").to.have.members([
      "create ListenerSet -ports",
      "create TCPRoute -port-2525",
    ]);
    const elsewhere = await newCluster(call, { ...OWN, routing: "both" });
    const free = (await create(elsewhere, { additional_ports: PORTS }, "?dry_run=true")) as Answer<Planned>;
    expect(portWarnings(free)).to.deep.equal([]);
    const { id } = holder;
    const own = await call<Planned>("PATCH", `/deployments/${id}?dry_run=true`, { replicas: 2 });
    expect(portWarnings(own)).to.deep.equal([]);
  });

  it("go along with a promotion, where they can be, and with no preview", async () => {
    const source = await newDeployment(call, routed, {
      name: "game",
      additional_ports: [{ port: 7777, public_port: 7777 }],
    });
    const other = await newCluster(call, { ...OWN, routing: "gateway" });
    const promote = (body: Body): Promise<Answer<Made>> =>
      call<Made>("POST", `/deployments/${source.id}/promote`, body);
    const promoted = await promote({ target_cluster_id: other });
    expect(promoted.status, promoted.text).to.equal(201);
    const made = (await call("GET", `/deployments/${String(promoted.body["new_deployment_id"])}`)).body;
    expect(made["additional_ports"]).to.deep.equal(source["additional_ports"]);
    const overridden = ["body", "overrides", "additional_ports"];
    expectRefusal(await promote({ target_cluster_id: ingress }), overridden);
    const without = { target_cluster_id: ingress, overrides: { additional_ports: null } };
    expect((await promote(without)).status).to.equal(201);
    const preview = await call<Made>("POST", `/deployments/${source.id}/previews`, {
      name: "pr-1",
      image: "game:2",
      ttl: 3_600,
    });
    expect(preview.status, preview.text).to.equal(201);
    expect((preview.body["additional_ports"] as Body[]).map((one) => [one["port"], one["public_port"]])).to.deep.equal([
      [7777, null],
    ]);
  });
});
