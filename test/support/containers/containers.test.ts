import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { startEmbeddedPostgres, type TestPostgres } from "../postgres.ts";
import { startDockerEngine, type DockerEngine } from "./docker-engine.ts";

type Saw = Readonly<Record<string, unknown>>;

/** No engine is behind these: what is shown is which one is found and what is asked of it, not that the images work. */
describe("containers of the tests", function () {
  this.timeout(300_000);
  let engine: DockerEngine;
  let postgres: TestPostgres;

  before(async () => {
    postgres = await startEmbeddedPostgres();
    const port = Number(new URL(postgres.url).port);
    engine = await startDockerEngine((image) => (image.startsWith("postgres:") ? port : undefined));
  });
  after(async () => {
    await (engine as DockerEngine | undefined)?.close();
    await (postgres as TestPostgres | undefined)?.stop();
  });

  /** The reaper is a container of its own, which this engine does not play. */
  const use = async (parts: readonly string[], env: Record<string, string>): Promise<Saw> => {
    const program = join(import.meta.dirname, "use-engine.ts");
    const plain = { PATH: process.env["PATH"], HOME: tmpdir(), TESTCONTAINERS_RYUK_DISABLED: "true" };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...parts], { env: { ...plain, ...env } });
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Saw;
  };

  it("are used where a Docker engine answers, unless told otherwise", async () => {
    expect(await use([], { DOCKER_HOST: engine.url })).to.deep.equal({ usesContainers: true });
    const told = { DOCKER_HOST: engine.url, BERTH_TEST_CONTAINERS: "never" };
    expect(await use([], told)).to.deep.equal({ usesContainers: false });
  });

  it("runs Postgres through the same function, killed and started on the same port", async () => {
    const saw = await use(["postgres"], { DOCKER_HOST: engine.url });
    const { database } = saw;
    expect(database).to.match(/^test_[0-9a-f]+$/);
    expect(saw).to.deep.equal({
      usesContainers: true,
      database,
      killed: "nobody answers",
      again: database,
      stopped: "nobody answers",
    });
    const [asked] = engine.created;
    expect(engine.pulled).to.deep.equal(["postgres:18.4-trixie"]);
    expect(asked?.Image).to.equal("postgres:18.4-trixie");
    expect(asked?.Env).to.include("POSTGRES_HOST_AUTH_METHOD=trust");
    expect(asked?.Cmd?.slice(0, 3)).to.deep.equal(["postgres", "-c", "fsync=off"]);
    expect(asked?.Cmd).to.include("log_statement=all");
    expect(Object.keys(asked?.HostConfig.PortBindings ?? {})).to.deep.equal(["5432/tcp"]);
    expect(engine.done.filter((one) => !one.startsWith("archive"))).to.deep.equal([
      "start 0",
      "kill 0",
      "start 0",
      "stop 0",
      "remove 0",
    ]);
  });

  it("asks for Vault in development mode and for K3s as a bare API server, without privileges", async () => {
    await use(["others"], { DOCKER_HOST: engine.url });
    const [vault, k3s] = engine.created.slice(-2);
    expect([vault?.Image, k3s?.Image]).to.deep.equal(["hashicorp/vault:1.19.0", "rancher/k3s:v1.36.3-k3s1"]);
    expect(vault?.Env).to.include.members([
      "VAULT_DEV_ROOT_TOKEN_ID=root-token",
      "VAULT_DEV_LISTEN_ADDRESS=0.0.0.0:8200",
    ]);
    expect(k3s?.Cmd).to.include.members([
      "server",
      "--disable-agent",
      "--disable-controller-manager",
      "--kube-apiserver-arg=token-auth-file=/etc/berth-tests/tokens.csv",
    ]);
    const content = engine.copied.at(-1)?.toString("latin1");
    expect(content).to.contain("admin-token,admin,admin,system:masters").and.to.contain("the policy");
    for (const asked of [vault, k3s]) expect(asked?.HostConfig.Privileged ?? false).to.equal(false);
    expect([vault, k3s].map((asked) => Object.keys(asked?.HostConfig.PortBindings ?? {}))).to.deep.equal([
      ["8200/tcp"],
      ["6443/tcp"],
    ]);
  });

  it("are not looked for at an engine that does not answer", async () => {
    const { url } = engine;
    await engine.close();
    expect(await use([], { DOCKER_HOST: url })).to.deep.equal({ usesContainers: false });
  });
});
