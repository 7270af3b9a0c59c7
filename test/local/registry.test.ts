import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { loadConfig as loadGateway } from "../../api/config.ts";
import { loadLocalConfig } from "../../local/config.ts";
import type { StackContext } from "../../local/parts/context.ts";
import { startApi, startOperator, type Surroundings } from "../../local/parts/programs.ts";
import { chooseRegistry, startRegistry } from "../../local/parts/registry.ts";
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

  const envOf = (name: string): Record<string, string> => ({ ...started.get(name)?.env });

  it("gives gateway, operator and registry one address, and the gateway the key that the registry believes", async () => {
    await startAll();
    const file = started.get("registry")?.args[1] ?? "";
    const settings = registrySettings.parse(JSON.parse(await readFile(file, "utf8")));
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
