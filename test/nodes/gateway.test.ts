import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterObject } from "../../operator/resources/objects.ts";
import { eventually } from "../support/eventually.ts";
import { askGateway, echoThroughSocket, readEvents, type Answered } from "../support/last-mile/ask-gateway.ts";
import { GatewayDeployments } from "../support/last-mile/gateway-deployments.ts";
import {
  makeCluster,
  ORGANIZATIONS,
  OWN_ZONE,
  startGatewayScene,
  type GatewayScene,
} from "../support/last-mile/gateway-scene.ts";
import { skipWithoutLastMile } from "../support/last-mile/programs.ts";
import { REFUSED_NAME } from "../support/last-mile/start-servers.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { SteadyLoad } from "../support/steady-load.ts";

const PATIENCE_MS = 5 * 60_000;
const [ACME, RIVAL] = ORGANIZATIONS;
/** Between two requests: a real Envoy and all that is behind it share this machine. */
const EVERY_MS = 20;
const MIB = 2 ** 20;
const OWN = `shop.${OWN_ZONE}`;

/** What Berth renders for the Gateway API, served by Envoy as Envoy Gateway sets it up. */
describe("A Gateway of the real programs", function () {
  this.timeout(25 * 60_000);
  let scene: GatewayScene;
  let behind: GatewayDeployments;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    await skipWithoutLastMile(this);
    scene = await startGatewayScene({ isCertified: false });
    behind = new GatewayDeployments(scene);
  });
  after(() => (scene as GatewayScene | undefined)?.stop());

  const certificateSays = (name: string, words: string): Promise<void> =>
    eventually(async () => {
      const { conditions = [] } = await behind.statusOf(name);
      const { status, message } = conditions.find(({ type }) => type === "CertificateReady") ?? {};
      expect(status).to.equal("False");
      expect(message).to.contain(words);
    }, PATIENCE_MS);

  /** What the cluster says of its Gateway, and who has the certificates of the platform's names there. */
  const clusterTells = async (): Promise<unknown[]> => {
    const ref = { namespace: ACME, name: "harbour" };
    const { status } = (await scene.operator.management.get<ClusterObject>(CLUSTERS, ref)) ?? {};
    const listens = status?.conditions?.find(({ type }) => type === "GatewayListens");
    return [listens?.status, status?.certifiesEachName];
  };
  const listenerSets = (): Promise<string> =>
    scene.cluster.kubectl("get", "listenersets.gateway.networking.k8s.io", "--all-namespaces", "-o", "name");

  it("serves the platform's names with certificates of their own, asked for at this Gateway, where nobody has one for all", async () => {
    await behind.create("shop", { replicas: 2, failoverHealthRoute: true, requestTimeoutSeconds: 5, maxBodySizeMb: 1 });
    await behind.rests("shop");
    await behind.says("shop", { Reachable: "True" });
    const { status, text } = await behind.ask("shop", "/", { ca: scene.acme.root });
    expect([status, text.endsWith(" / 0 HTTP/1.1\n")], text).to.deep.equal([200, true]);
    await eventually(async () => expect(await clusterTells()).to.deep.equal(["True", true]), PATIENCE_MS);
    const stranger = await behind.ask("shop").catch((error: unknown) => String(error));
    expect(stranger, "by who signs the one for all").to.match(/self-signed|unable to/);
  });

  it("moves them to the certificate for all names once there is one, and loses no request", async () => {
    const ca = `${scene.authority}\n${scene.acme.root}`;
    const load = new SteadyLoad(() => behind.ask("shop", "/", { ca }), EVERY_MS);
    await load.answers(100);
    await scene.certify();
    await eventually(async () => {
      expect([await clusterTells(), await listenerSets()]).to.deep.equal([["True", false], ""]);
      expect((await behind.ask("shop")).status).to.equal(200);
    }, PATIENCE_MS);
    await load.answers(500);
    expect(await load.end()).to.deep.equal([]);
  });

  it("takes the route of a deployment, whose address is seen to answer", async () => {
    await behind.rests("shop");
    await behind.says("shop", { Reachable: "True" });
    const { status, text } = await behind.ask("shop");
    expect([status, text.endsWith(" / 0 HTTP/1.1\n")], text).to.deep.equal([200, true]);
    const { url } = await behind.questionFor("shop", "/there");
    const plain = await askGateway({ address: scene.address, url: url.replace("https:", "http:") });
    expect([plain.status, plain.location]).to.deep.equal([308, url]);
    const stranger = await askGateway({ address: scene.address, url, ca: undefined }).catch((error: unknown) =>
      String(error),
    );
    expect(stranger, "a known bad").to.match(/self-signed|unable to/);
  });

  it("answers for a failover at the path of the readiness probe", async () => {
    const { status, text } = await behind.ask("shop", "/.well-known/berth-health");
    expect([status, text.endsWith(" /ready 0 HTTP/1.1\n")], text).to.deep.equal([200, true]);
  });

  it("passes sockets, and events for as long as they go on", async () => {
    const socket = await behind.questionFor("shop", "/socket");
    expect(await echoThroughSocket(socket, "to and fro")).to.equal("to and fro");
    const pieces: string[] = [];
    for await (const piece of readEvents(await behind.questionFor("shop", "/events"))) pieces.push(piece);
    // As they came, and past the 15 seconds after which Envoy ends a request by itself.
    expect(pieces.join("").match(/data: \d+/g)).to.have.length(20);
    expect(pieces.length).to.be.at.least(15);
  });

  it("speaks HTTP/2 to an application of gRPC", async () => {
    await behind.create("calls", { containerPortProtocol: "grpc", healthChecks: undefined });
    await behind.rests("calls");
    await behind.says("calls", { Reachable: "True" });
    expect((await behind.ask("calls")).text).to.match(/ \/ 0 HTTP\/2\.0\n$/);
  });

  it("refuses what is larger than the deployment says, and ends what is silent for longer", async () => {
    const send = (bytes: number): Promise<Answered> =>
      behind.ask("shop", "/", { method: "POST", body: Buffer.alloc(bytes) });
    const small = await send(MIB);
    expect([small.status, small.text.endsWith(` / ${MIB} HTTP/1.1\n`)], small.text).to.deep.equal([200, true]);
    const large = await send(MIB + 1);
    expect([large.status, large.text]).to.deep.equal([413, "A request to this application has at most 1 MB.\n"]);
    expect((await behind.ask("shop", "/silent")).status).to.equal(504);
  });

  it("loses no request while a deployment rolls", async () => {
    const load = new SteadyLoad(() => behind.ask("shop"), EVERY_MS);
    await load.answers(100);
    await behind.change("shop", { environmentVariables: [{ name: "ROLLED", value: "once" }] });
    await behind.rests("shop");
    // The pods before go on for their grace; theirs are the last requests that can be lost.
    await load.answers(1_500);
    expect(await load.end()).to.deep.equal([]);
  });

  it("serves an own domain with a certificate that its issuer has asked for at this Gateway", async () => {
    await behind.change("shop", { customDomain: OWN });
    await behind.says("shop", {
      DomainVerified: "RecordMissing",
      DomainPoints: "RecordMissing",
      Routed: "DomainUnverified",
    });
    await behind.publish(...behind.proofOf(OWN, ACME), behind.leadsHere(OWN));
    const all = ["DomainVerified", "DomainPoints", "CertificateReady", "Routed", "Reachable"];
    await behind.says("shop", Object.fromEntries(all.map((type) => [type, "True"])));
    const { acme, address } = scene;
    const { status, text } = await askGateway({ address, url: `https://${OWN}/own`, ca: acme.root });
    expect([status, text.endsWith(" /own 0 HTTP/1.1\n")], text).to.deep.equal([200, true]);
    const plain = await askGateway({ address, url: `http://${OWN}/own` });
    expect([plain.status, plain.location]).to.deep.equal([308, `https://${OWN}/own`]);
  });

  it("tells of a name that leads elsewhere, and serves it once that is mended", async () => {
    const domain = `lost.${OWN_ZONE}`;
    await behind.publish(...behind.proofOf(domain, ACME), `${domain}. IN A 127.0.0.1`);
    await behind.create("lost", { customDomain: domain });
    const told = await behind.says("lost", {
      DomainVerified: "True",
      DomainPoints: "PointsElsewhere",
      Routed: "CertificateMissing",
    });
    expect(told["DomainPoints"]?.message).to.contain(scene.address);
    await certificateSays("lost", "does not come to this cluster");
    await behind.publish(behind.leadsHere(domain));
    await behind.says("lost", { DomainPoints: "True", CertificateReady: "True", Routed: "True" });
    expect(await askGateway({ address: scene.address, url: `https://${domain}/`, ca: scene.acme.root })).to.include({
      status: 200,
    });
  });

  it("tells what the issuer says of a name that it refuses", async () => {
    const domain = REFUSED_NAME;
    await behind.publish(...behind.proofOf(domain, ACME), behind.leadsHere(domain));
    await behind.create("refused", { customDomain: domain });
    await behind.says("refused", { DomainVerified: "True", DomainPoints: "True", Routed: "CertificateMissing" });
    await certificateSays("refused", `The issuer gives no certificate of ${domain}`);
  });

  it("gives a name that two organizations claim to whom its record names, and to the first where it names both", async () => {
    const domain = `claimed.${OWN_ZONE}`;
    await behind.publish(...behind.proofOf(domain, ACME), behind.leadsHere(domain));
    await behind.create("claimant", { customDomain: domain });
    await behind.says("claimant", { DomainVerified: "True", Routed: "True" });
    await makeCluster(scene.operator, RIVAL);
    await behind.create("claimant", { customDomain: domain }, RIVAL);
    await behind.rests("claimant", RIVAL);
    await behind.says("claimant", { DomainVerified: "RecordForeign", Routed: "DomainUnverified" }, RIVAL);
    await behind.publish(...behind.proofOf(domain, ACME, RIVAL));
    await behind.says("claimant", { DomainVerified: "DomainTaken" }, RIVAL);
    const { git } = await behind.statusOf("claimant", RIVAL);
    expect(scene.operator.repository.read(git?.path ?? ""))
      .to.be.a("string")
      .that.does.not.include(domain);
    const { text } = await askGateway({ address: scene.address, url: `https://${domain}/`, ca: scene.acme.root });
    expect(text).to.contain((await behind.statusOf("claimant")).handle);
  });

  it("answers on when one of its proxies dies under load", async () => {
    const load = new SteadyLoad(() => behind.ask("shop"), EVERY_MS);
    await load.answers(100);
    const selector = "gateway.envoyproxy.io/owning-gateway-name=berth";
    const pods = await scene.cluster.kubectl("-n", "envoy-gateway-system", "get", "pods", "-l", selector, "-o", "name");
    const names = pods.trim().split("\n");
    expect(names, "proxies").to.have.length(2);
    await killProxy(names[0]?.replace("pod/", "") ?? "");
    await load.answers(1_500);
    const lost = await load.end();
    expect(
      lost.filter((one) => !/ECONNRE|hang up|EPIPE/.test(one)),
      "otherwise than with the one that died",
    ).to.deep.equal([]);
    const after = new SteadyLoad(() => behind.ask("shop"), EVERY_MS);
    await after.answers(500);
    expect(await after.end(), "afterwards").to.deep.equal([]);
  });
});

/** Kills Envoy itself, without a warning to anybody; it bears its pod's name. */
async function killProxy(pod: string): Promise<void> {
  for (const name of await readdir("/proc")) {
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (!/^[^\0]*envoy\0/.test(command) || !command.includes(`\0${pod}\0`)) continue;
    process.kill(Number(name), "SIGKILL");
    return;
  }
  expect.fail(`no proxy of ${pod}`);
}
