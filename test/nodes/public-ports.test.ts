import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { GATEWAY } from "../../render/charts/gateway-names.ts";
import { GatewayDeployments } from "../support/last-mile/gateway-deployments.ts";
import { startGatewayScene, type GatewayScene } from "../support/last-mile/gateway-scene.ts";
import { skipWithoutLastMile } from "../support/last-mile/programs.ts";
import { speakTcp } from "../support/last-mile/speak-tcp.ts";
import { canRunNodes } from "../support/real-nodes.ts";

const PATIENCE_MS = 5 * 60_000;
const HELLO = "GET /hello HTTP/1.1\r\nHost: nobody.test\r\nConnection: close\r\n\r\n";

const AS_WRITTEN =
  /^HTTP\/1\.1 200 OK\r\nDate: [^\r]*\r\nContent-Length: \d+\r\nContent-Type: text\/plain; charset=utf-8\r\nConnection: close\r\n\r\n/;

type Conditions = readonly Readonly<{ type: string; status: string; reason: string }>[];
type ListenerSet = Readonly<{
  status?: Readonly<{ conditions?: Conditions; listeners?: readonly Readonly<{ conditions?: Conditions }>[] }>;
}>;

/** TCP ports of deployments that Envoy takes connections for, as Envoy Gateway sets it up (docs/adr/0124). */
describe("Public ports at a Gateway of the real programs", function () {
  this.timeout(25 * 60_000);
  let scene: GatewayScene;
  let behind: GatewayDeployments;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await skipWithoutLastMile(this);
    scene = await startGatewayScene();
    behind = new GatewayDeployments(scene);
    await behind.create("shop");
    await behind.rests("shop");
    await behind.says("shop", { Reachable: "True" });
  });
  after(() => (scene as GatewayScene | undefined)?.stop());

  const kubectl = (...args: string[]): Promise<string> => scene.cluster.kubectl(...args);
  const create = async (name: string, publicPort: number): Promise<void> => {
    const additionalPorts = [{ port: 8080, publicPort }];
    await behind.create(name, {
      appType: "container",
      containerPort: undefined,
      healthChecks: undefined,
      additionalPorts,
    });
    await behind.rests(name);
  };
  /** The handle of whoever answers at a number, by the name of the pod. */
  const answerer = (publicPort: number): Promise<string> =>
    eventually(async () => {
      const heard = await speakTcp(scene.address, publicPort, HELLO);
      return /\r\n\r\n([a-z0-9-]+)-[a-z0-9]+-[a-z0-9]+ \/hello 0 HTTP\/1\.1\n$/.exec(heard)?.[1] ?? expect.fail(heard);
    }, PATIENCE_MS);
  const answersNot = (publicPort: number): Promise<void> =>
    eventually(async () => {
      const heard = await speakTcp(scene.address, publicPort, HELLO).catch(() => "");
      expect(heard, String(publicPort)).to.equal("");
    }, PATIENCE_MS);
  const handleOf = async (name: string): Promise<string> => (await behind.statusOf(name)).handle ?? "";

  it("take connections, and pass what is said on them as it is", async () => {
    await create("broker", 7000);
    const { PortsPublic: told } = await behind.says("broker", { PortsPublic: "True" });
    expect([told?.reason, told?.message]).to.deep.equal(["Public", `${scene.address}:7000`]);
    const { publicPorts = [] } = await behind.statusOf("broker");
    expect(publicPorts.map(({ port, publicPort, address }) => [port, publicPort, address])).to.deep.equal([
      [8080, 7000, `${scene.address}:7000`],
    ]);
    expect(await answerer(7000)).to.equal(await handleOf("broker"));
    // As the application writes it: who reads HTTP on the way names itself, and writes the names of headers small.
    expect(await speakTcp(scene.address, 7000, HELLO)).to.match(AS_WRITTEN);
    await answersNot(7001);
  });

  it("are those of the first that has a number: another one runs without it, and gets it when it is given up", async () => {
    await create("second", 7000);
    const { PortsPublic: told } = await behind.says("second", { PortsPublic: "PortTaken" });
    expect(told?.message).to.contain("7000 is broker's");
    const { publicPorts, git } = await behind.statusOf("second");
    expect(publicPorts ?? []).to.deep.equal([]);
    expect(scene.operator.repository.read(git?.path ?? "")).to.not.contain("publicPort");
    expect(await answerer(7000)).to.equal(await handleOf("broker"));
    await behind.change("broker", { additionalPorts: [{ port: 8080, publicPort: 7002 }] });
    await behind.says("broker", { PortsPublic: "True" });
    await behind.says("second", { PortsPublic: "True" });
    expect([await answerer(7002), await answerer(7000)]).to.deep.equal([
      await handleOf("broker"),
      await handleOf("second"),
    ]);
  });

  it("are nobody's who writes a listener by hand for a number that is there already", async () => {
    const parentRef = { kind: "Gateway", group: "gateway.networking.k8s.io", ...GATEWAY };
    const listeners = [{ name: "mine", port: 7000, protocol: "TCP" }];
    const metadata = { name: "by-hand", namespace: "default" };
    const apiVersion = "gateway.networking.k8s.io/v1";
    await scene.cluster.apply({ apiVersion, kind: "ListenerSet", metadata, spec: { parentRef, listeners } });
    await eventually(async () => {
      const { status } = JSON.parse(
        await kubectl("-n", "default", "get", "listenerset", "by-hand", "-o", "json"),
      ) as ListenerSet;
      const said = (status?.listeners ?? []).flatMap(({ conditions = [] }) => conditions);
      expect(said.find(({ type }) => type === "Conflicted")?.status, JSON.stringify(status)).to.equal("True");
    }, PATIENCE_MS);
    expect(await answerer(7000)).to.equal(await handleOf("second"));
    await behind.says("second", { PortsPublic: "True" });
  });

  it("go with their member, and leave a deployment and the addresses of others as they are", async () => {
    const handle = await handleOf("broker");
    await behind.change("broker", { additionalPorts: [{ port: 8080 }] });
    await behind.rests("broker");
    await eventually(async () => {
      const left = await kubectl("-n", handle, "get", "listenersets,tcproutes", "-o", "name");
      expect(left).to.equal("");
    }, PATIENCE_MS);
    await answersNot(7002);
    const { publicPorts, conditions = [] } = await behind.statusOf("broker");
    expect([publicPorts, conditions.find(({ type }) => type === "PortsPublic")]).to.deep.equal([undefined, undefined]);
    expect(await answerer(7000)).to.equal(await handleOf("second"));
    expect((await behind.ask("shop")).status).to.equal(200);
  });
});
