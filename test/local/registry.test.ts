import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { loadConfig as loadGateway } from "../../api/config.ts";
import { loadLocalConfig } from "../../local/config.ts";
import { cloudSettings } from "../../local/cloud/settings.ts";
import { startCloud } from "../../local/parts/cloud.ts";
import type { StackContext } from "../../local/parts/context.ts";
import { startApi, startOperator, type Surroundings } from "../../local/parts/programs.ts";
import { chooseRegistry, nodeRegistryOf, startRegistry } from "../../local/parts/registry.ts";
import { PortBook } from "../../local/port-book.ts";
import type { ChildSpec } from "../../local/processes/child.ts";
import { ensureCertificates } from "../../local/registry/certificates.ts";
import { registrySettings } from "../../local/registry/settings.ts";
import { storedBytes } from "../../local/registry/stored-bytes.ts";
import { loadConfig as loadOperator } from "../../operator/config.ts";

describe("the registry's part of the embedded stack", () => {
  let homeDir: string;
  let started: Map<string, ChildSpec>;
  const secrets = new Proxy({}, { get: () => "secret-of-the-book-which-is-long" }) as StackContext["secrets"];

  beforeEach(async () => {
    homeDir = await mkdtemp(join(tmpdir(), "berth-registry-part-"));
    started = new Map();
  });
  afterEach(() => rm(homeDir, { recursive: true, force: true }));

  /** A stack whose children are only noted. */
  function contextWith(sharedEnv: Record<string, string>): StackContext {
    const supervisor = { start: (spec: ChildSpec) => Promise.resolve(started.set(spec.name, spec)) };
    return {
      homeDir,
      projectDir: fileURLToPath(new URL("../..", import.meta.url)),
      config: { ...loadLocalConfig({}), sharedEnv },
      supervisor: supervisor as unknown as StackContext["supervisor"],
      audited: false,
      ports: new PortBook(join(homeDir, "ports.json")),
      secrets,
      binaries: (name) => Promise.resolve(`/programs/${name}`),
      report: () => undefined,
    };
  }

  async function startAll(sharedEnv: Record<string, string> = {}): Promise<StackContext> {
    const context = contextWith(sharedEnv);
    const registry = await chooseRegistry(context);
    const around = {
      postgresUrl: "postgres://berth@127.0.0.1:1/berth",
      management: { plane: { dir: homeDir } },
      git: { url: "http://127.0.0.1:1/platform.git", user: "berth", token: "token", branch: "main" },
      cloud: { url: "http://127.0.0.1:1", token: "token-of-the-cloud" },
      registry,
    } as unknown as Surroundings;
    const gateway = { port: 1, metricsPort: 2 };
    await startApi(context, around, gateway);
    await startOperator(context, around);
    if (registry !== undefined) await startRegistry(context, registry, gateway.port);
    return context;
  }

  const settingsOf = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(started.get(name)?.args[1] ?? "", "utf8"));
  const envOf = (name: string): Record<string, string> => ({ ...started.get(name)?.env });

  it("gives gateway, operator and registry one address, and the gateway the key that the registry believes", async () => {
    await startAll();
    const settings = registrySettings.parse(await settingsOf("registry"));
    const gateway = loadGateway(envOf("api"));
    expect([
      gateway.registryHost,
      gateway.ownRegistry?.host,
      loadOperator(envOf("operator")).registryHost,
    ]).to.deep.equal([settings.host, settings.host, settings.host]);
    expect(JSON.parse(await readFile(settings.jwksFile, "utf8"))).to.deep.equal(gateway.ownRegistry?.key.jwks);
    expect(gateway.ownRegistry?.storage?.url).to.equal(`http://127.0.0.1:${settings.storagePort}`);
    expect(JSON.stringify(gateway.ownRegistry?.storage)).to.not.contain(settings.storageToken);
  });

  it("stands back where people bring Harbor", async () => {
    await startAll({ BERTH_HARBOR_URL: "https://harbor.example.org" });
    expect([...started.keys()]).to.deep.equal(["api", "operator"]);
    expect(loadGateway(envOf("api")).registryHost).to.equal("harbor.example.org");
    expect(() => loadGateway({ ...envOf("api"), BERTH_REGISTRY_URL: "https://localhost:1" })).to.throw(
      "exclude each other",
    );
  });

  it("tells the simulated cloud what its nodes need to reach it, and nothing where people bring Harbor", async () => {
    const context = contextWith({});
    const registry = await chooseRegistry(context);
    const gateway = { port: 7, metricsPort: 8 };
    if (registry === undefined) throw new Error("No registry was chosen");
    await startCloud(
      { ...context, config: { ...context.config, nodes: "simulated" } },
      "http://127.0.0.1:1",
      nodeRegistryOf({ registry, gateway }),
    );
    await startRegistry(context, registry, gateway.port);
    const { registry: told } = cloudSettings.parse(await settingsOf("cloud"));
    const own = registrySettings.parse(await settingsOf("registry"));
    if (told === undefined) throw new Error("The cloud was told nothing");
    expect(told).to.include({ host: own.host, port: own.port, gatewayUrl: own.gatewayUrl });
    expect(told.distributionUrl).to.equal(`http://127.0.0.1:${own.distributionPort}`);
    const certificate = new X509Certificate(await readFile(told.certificateFile));
    expect(certificate.checkHost(told.name)).to.equal("registry.localhost");
    expect(nodeRegistryOf({ gateway })).to.equal(undefined);
  });

  it("keeps its key and its certificates over starts, and makes new ones for another name", async () => {
    const context = contextWith({});
    const [first, second] = [await chooseRegistry(context), await chooseRegistry(context)];
    expect(second).to.deep.equal(first);
    const dir = join(homeDir, "registry");
    const { caFile, certificateFile } = await ensureCertificates(dir, ["localhost", "10.250.0.1"]);
    const [ca, server] = await Promise.all([readFile(caFile), readFile(certificateFile)]).then((all) =>
      all.map((pem) => new X509Certificate(pem)),
    );
    expect(server?.checkIP("10.250.0.1")).to.equal("10.250.0.1");
    expect(server?.verify(ca!.publicKey)).to.equal(true);
    expect(server?.ca).to.equal(false);
  });

  it("counts nothing where nothing was stored", async () => {
    expect(await storedBytes(homeDir, "org-acme")).to.equal(0);
  });
});
