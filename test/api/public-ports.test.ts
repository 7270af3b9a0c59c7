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
