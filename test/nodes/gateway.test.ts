import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-client.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import { domainRecordName, domainRecordValue } from "../../render/custom-domain.ts";
import { eventually } from "../support/eventually.ts";
import {
  askGateway,
  echoThroughSocket,
  readEvents,
  type Answered,
  type Question,
} from "../support/last-mile/ask-gateway.ts";
import { IMAGES } from "../support/last-mile/gateway-images.ts";
import {
  makeCluster,
  ORGANIZATIONS,
  OWN_ZONE,
  startGatewayScene,
  type GatewayScene,
} from "../support/last-mile/gateway-scene.ts";
import { findLastMileLack } from "../support/last-mile/programs.ts";
import { REFUSED_NAME } from "../support/last-mile/start-servers.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { SteadyLoad } from "../support/steady-load.ts";

type Condition = Readonly<{ type: string; status: string; reason: string; message: string }>;
type Stored = KubeObject & Readonly<{ status?: DeploymentStatus }>;

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
  const records = new Set<string>();

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    const lack = await findLastMileLack();
    if (lack !== undefined) {
      console.log(`    ${lack}`);
      this.skip();
    }
    scene = await startGatewayScene();
  });
  after(() => (scene as GatewayScene | undefined)?.stop());

  async function create(name: string, spec: Partial<DeploymentSpec> = {}, namespace: string = ACME): Promise<void> {
    const healthChecks = { readiness: { enabled: true, type: "http", path: "/ready", periodSeconds: 1 } };
    const app = { appType: "web_app", dockerImage: IMAGES.web, containerPort: 8080, replicas: 1 };
    const size = { cpuRequest: 0.01, memoryRequestMb: 16 };
    const body = {
      metadata: { name, namespace },
      spec: { cluster: "harbour", ...app, ...size, healthChecks, ...spec },
    };
    const { group, version, kind }: ResourceType = DEPLOYMENTS;
    const object = { apiVersion: `${group}/${version}`, kind, ...body };
    await scene.operator.management.create(DEPLOYMENTS, object, { fieldManager: "kubectl" });
  }

  async function change(name: string, spec: Partial<DeploymentSpec>): Promise<void> {
    const ref = { namespace: ACME, name };
    await scene.operator.management.patch(
      DEPLOYMENTS,
      ref,
      { kind: "merge", body: { spec } },
      { fieldManager: "kubectl" },
    );
  }

  async function statusOf(name: string, namespace: string = ACME): Promise<DeploymentStatus> {
    return (await scene.operator.management.get<Stored>(DEPLOYMENTS, { namespace, name }))?.status ?? {};
  }

  /** Waits until the conditions have these statuses, or reasons. */
  async function says(
    name: string,
    wanted: Readonly<Record<string, string>>,
    namespace: string = ACME,
  ): Promise<Record<string, Condition>> {
    return eventually(
      async () => {
        const { conditions = [] } = await statusOf(name, namespace);
        const told = Object.fromEntries((conditions as readonly Condition[]).map((one) => [one.type, one]));
        const found = Object.keys(wanted).map((type) => [
          type,
          told[type]?.status === "True" ? "True" : told[type]?.reason,
        ]);
        expect(Object.fromEntries(found), JSON.stringify(conditions, null, 1)).to.deep.equal(wanted);
        return told;
      },
      PATIENCE_MS,
      500,
    );
  }

  const certificateSays = (name: string, words: string): Promise<void> =>
    eventually(async () => {
      const { conditions = [] } = await statusOf(name);
      const { status, message } = conditions.find(({ type }) => type === "CertificateReady") ?? {};
      expect(status).to.equal("False");
      expect(message).to.contain(words);
    }, PATIENCE_MS);

  const rests = (name: string, namespace: string = ACME): Promise<void> =>
    eventually(async () => {
      const object = await scene.operator.management.get<Stored>(DEPLOYMENTS, { namespace, name });
      const { phase, observedGeneration } = object?.status ?? {};
      expect([phase, observedGeneration], JSON.stringify(object?.status)).to.deep.equal([
        "running",
        object?.metadata.generation,
      ]);
    }, PATIENCE_MS);

  /** Asks an application of the platform's under its own name. */
  async function ask(name: string, path = "/", more: Partial<Question> = {}): Promise<Answered> {
    return askGateway(await questionFor(name, path, more));
  }

  async function questionFor(name: string, path: string, more: Partial<Question> = {}): Promise<Question> {
    const { endpointUrl = "" } = await statusOf(name);
    return { address: scene.address, url: new URL(path, endpointUrl).href, ca: scene.authority, ...more };
  }

  /** Adds records of customers to their zone, each in the place of those that its name had. */
  async function publish(...added: readonly string[]): Promise<void> {
    const names = new Set(added.map((line) => line.split(" ")[0]));
    for (const line of records) if (names.has(line.split(" ")[0])) records.delete(line);
    for (const line of added) records.add(line);
    await scene.zones.write(OWN_ZONE, [...records]);
  }

  const proofOf = (domain: string, ...owners: readonly string[]): readonly string[] =>
    owners.map((owner) => `${domainRecordName(domain)}. IN TXT "${domainRecordValue(owner)}"`);
  const leadsHere = (domain: string): string => `${domain}. IN CNAME any.${scene.handle}.apps.test.`;

  it("takes the route of a deployment, whose address is seen to answer", async () => {
    await create("shop", { replicas: 2, failoverHealthRoute: true, requestTimeoutSeconds: 5, maxBodySizeMb: 1 });
    await rests("shop");
    await says("shop", { Reachable: "True" });
    const { status, text } = await ask("shop");
    expect([status, text.endsWith(" / 0 HTTP/1.1\n")], text).to.deep.equal([200, true]);
    const { url } = await questionFor("shop", "/there");
    const plain = await askGateway({ address: scene.address, url: url.replace("https:", "http:") });
    expect([plain.status, plain.location]).to.deep.equal([308, url]);
    const stranger = await askGateway({ address: scene.address, url, ca: undefined }).catch((error: unknown) =>
      String(error),
    );
    expect(stranger, "a known bad").to.match(/self-signed|unable to/);
  });

  it("answers for a failover at the path of the readiness probe", async () => {
    const { status, text } = await ask("shop", "/.well-known/berth-health");
    expect([status, text.endsWith(" /ready 0 HTTP/1.1\n")], text).to.deep.equal([200, true]);
  });

  it("passes sockets, and events for as long as they go on", async () => {
    const socket = await questionFor("shop", "/socket");
    expect(await echoThroughSocket(socket, "to and fro")).to.equal("to and fro");
    const pieces: string[] = [];
    for await (const piece of readEvents(await questionFor("shop", "/events"))) pieces.push(piece);
    // As they came, and past the 15 seconds after which Envoy ends a request by itself.
    expect(pieces.join("").match(/data: \d+/g)).to.have.length(20);
    expect(pieces.length).to.be.at.least(15);
  });

  it("speaks HTTP/2 to an application of gRPC", async () => {
    await create("calls", { containerPortProtocol: "grpc", healthChecks: undefined });
    await rests("calls");
    await says("calls", { Reachable: "True" });
    expect((await ask("calls")).text).to.match(/ \/ 0 HTTP\/2\.0\n$/);
  });

  it("refuses what is larger than the deployment says, and ends what is silent for longer", async () => {
    const send = (bytes: number): Promise<Answered> => ask("shop", "/", { method: "POST", body: Buffer.alloc(bytes) });
    const small = await send(MIB);
    expect([small.status, small.text.endsWith(` / ${MIB} HTTP/1.1\n`)], small.text).to.deep.equal([200, true]);
    const large = await send(MIB + 1);
    expect([large.status, large.text]).to.deep.equal([413, "A request to this application has at most 1 MB.\n"]);
    expect((await ask("shop", "/silent")).status).to.equal(504);
  });

  it("loses no request while a deployment rolls", async () => {
    const load = new SteadyLoad(() => ask("shop"), EVERY_MS);
    await load.answers(100);
    await change("shop", { environmentVariables: [{ name: "ROLLED", value: "once" }] });
    await rests("shop");
    // The pods before go on for their grace; theirs are the last requests that can be lost.
    await load.answers(1_500);
    expect(await load.end()).to.deep.equal([]);
  });

  it("serves an own domain with a certificate that its issuer has asked for at this Gateway", async () => {
    await change("shop", { customDomain: OWN });
    await says("shop", { DomainVerified: "RecordMissing", DomainPoints: "RecordMissing", Routed: "DomainUnverified" });
    await publish(...proofOf(OWN, ACME), leadsHere(OWN));
    const all = ["DomainVerified", "DomainPoints", "CertificateReady", "Routed", "Reachable"];
    await says("shop", Object.fromEntries(all.map((type) => [type, "True"])));
    const { acme, address } = scene;
    const { status, text } = await askGateway({ address, url: `https://${OWN}/own`, ca: acme.root });
    expect([status, text.endsWith(" /own 0 HTTP/1.1\n")], text).to.deep.equal([200, true]);
    const plain = await askGateway({ address, url: `http://${OWN}/own` });
    expect([plain.status, plain.location]).to.deep.equal([308, `https://${OWN}/own`]);
  });

  it("tells of a name that leads elsewhere, and serves it once that is mended", async () => {
    const domain = `lost.${OWN_ZONE}`;
    await publish(...proofOf(domain, ACME), `${domain}. IN A 127.0.0.1`);
    await create("lost", { customDomain: domain });
    const told = await says("lost", {
      DomainVerified: "True",
      DomainPoints: "PointsElsewhere",
      Routed: "CertificateMissing",
    });
    expect(told["DomainPoints"]?.message).to.contain(scene.address);
    await certificateSays("lost", "does not come to this cluster");
    await publish(leadsHere(domain));
    await says("lost", { DomainPoints: "True", CertificateReady: "True", Routed: "True" });
    expect(await askGateway({ address: scene.address, url: `https://${domain}/`, ca: scene.acme.root })).to.include({
      status: 200,
    });
  });

  it("tells what the issuer says of a name that it refuses", async () => {
    const domain = REFUSED_NAME;
    await publish(...proofOf(domain, ACME), leadsHere(domain));
    await create("refused", { customDomain: domain });
    await says("refused", { DomainVerified: "True", DomainPoints: "True", Routed: "CertificateMissing" });
    await certificateSays("refused", `The issuer gives no certificate of ${domain}`);
  });

  it("gives a name that two organizations claim to whom its record names, and to the first where it names both", async () => {
    const domain = `claimed.${OWN_ZONE}`;
    await publish(...proofOf(domain, ACME), leadsHere(domain));
    await create("claimant", { customDomain: domain });
    await says("claimant", { DomainVerified: "True", Routed: "True" });
    await makeCluster(scene.operator, RIVAL);
    await create("claimant", { customDomain: domain }, RIVAL);
    await rests("claimant", RIVAL);
    await says("claimant", { DomainVerified: "RecordForeign", Routed: "DomainUnverified" }, RIVAL);
    await publish(...proofOf(domain, ACME, RIVAL));
    await says("claimant", { DomainVerified: "DomainTaken" }, RIVAL);
    const { git } = await statusOf("claimant", RIVAL);
    expect(scene.operator.repository.read(git?.path ?? ""))
      .to.be.a("string")
      .that.does.not.include(domain);
    const { text } = await askGateway({ address: scene.address, url: `https://${domain}/`, ca: scene.acme.root });
    expect(text).to.contain((await statusOf("claimant")).handle);
  });

  it("answers on when one of its proxies dies under load", async () => {
    const load = new SteadyLoad(() => ask("shop"), EVERY_MS);
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
    const after = new SteadyLoad(() => ask("shop"), EVERY_MS);
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
