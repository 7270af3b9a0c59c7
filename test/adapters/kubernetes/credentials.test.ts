import { expect } from "chai";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { KubeConfig } from "@kubernetes/client-node";
import { kubeSourceOf, resolveCredentials } from "../../../adapters/kubernetes/credentials.ts";
import { readAccount } from "../../../adapters/kubernetes/plain-login.ts";

const PEM = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("resolveCredentials", function () {
  this.timeout(300_000);
  let dir: string;
  before(async () => (dir = await mkdtemp(join(tmpdir(), "berth-kubeconfig-"))));
  after(() => rm(dir, { recursive: true, force: true }));

  const write = async (user: unknown, cluster: Record<string, unknown> = {}): Promise<string> => {
    const path = join(dir, "kubeconfig");
    const config = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "b",
      contexts: [
        { name: "a", context: { cluster: "other", user: "other" } },
        { name: "b", context: { cluster: "c", user: "u" } },
      ],
      clusters: [
        { name: "other", cluster: { server: "https://other:1" } },
        {
          name: "c",
          cluster: { server: "https://here:6443/k8s", "certificate-authority-data": base64(PEM), ...cluster },
        },
      ],
      users: [
        { name: "other", user: { token: "wrong" } },
        { name: "u", user },
      ],
    };
    await writeFile(path, JSON.stringify(config));
    return path;
  };

  it("reads address, CA and token of the current context", async () => {
    const found = await resolveCredentials({ kubeconfigPath: await write({ token: "t" }) });
    expect(found.server.href).to.equal("https://here:6443/k8s");
    expect(String(found.tls["ca"])).to.equal(PEM);
    expect(await found.headers()).to.eql({ authorization: "Bearer t" });
    expect(found.tls).not.to.have.property("rejectUnauthorized");
  });

  it("reads client certificates, and basic logins", async () => {
    const user = { "client-certificate-data": base64("cert"), "client-key-data": base64("key") };
    const byCertificate = await resolveCredentials({ kubeconfigPath: await write(user, { "tls-server-name": "sni" }) });
    expect([byCertificate.tls["cert"], byCertificate.tls["key"]].map(String)).to.eql(["cert", "key"]);
    expect(byCertificate.tls["servername"]).to.equal("sni");
    expect(await byCertificate.headers()).to.eql({});
    const basic = await resolveCredentials({ kubeconfigPath: await write({ username: "a", password: "b" }) });
    expect(await basic.headers()).to.eql({ authorization: `Basic ${base64("a:b")}` });
  });

  it("takes a CA as PEM and as a kubeconfig's base64, and a token with a trailing newline", async () => {
    for (const caData of [PEM, base64(PEM)]) {
      const found = await resolveCredentials({ server: "https://h", caData, token: "t\n" });
      expect(found.tls).to.eql({ ca: PEM });
      expect(await found.headers()).to.eql({ authorization: "Bearer t" });
    }
    expect(await (await resolveCredentials({ server: "http://h" })).headers()).to.eql({});
  });

  it("reads plain logins as client-node does, files beside the kubeconfig included", async () => {
    await Promise.all(["ca", "cert", "key"].map((name) => writeFile(join(dir, name), `${name} of a file`)));
    const certificate = { "client-certificate": "cert", "client-key": "key" };
    const cases: [user: Record<string, unknown>, cluster?: Record<string, unknown>][] = [
      [{ token: "t" }],
      [certificate],
      [{ ...certificate, token: "t" }, { "tls-server-name": "sni" }],
      [{ token: "t" }, { "insecure-skip-tls-verify": true, "certificate-authority-data": undefined }],
      [{}, { "certificate-authority-data": undefined, "certificate-authority": "ca" }],
      [
        { username: "a", password: "b" },
        { server: "https://here:6443/", extensions: [] },
      ],
    ];
    for (const [user, cluster] of cases) {
      const path = await write(user, cluster);
      const config = new KubeConfig();
      config.loadFromFile(path);
      const theirs: Record<string, unknown> = {};
      await config.applyToHTTPSOptions(theirs);
      const ours = await resolveCredentials({ kubeconfigPath: path });
      for (const name of ["ca", "cert", "key", "servername", "rejectUnauthorized"])
        expect(textOf(ours.tls[name]), JSON.stringify([user, cluster, name])).to.equal(textOf(theirs[name]));
    }
  });

  it("leaves programs to client-node, and loads it for nothing else", async () => {
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "printf", interactiveMode: "Never" };
    const said = { apiVersion: exec.apiVersion, kind: "ExecCredential", status: { token: "by a program" } };
    const byProgram = { exec: { ...exec, args: ["%s", JSON.stringify(said)] } };
    expect(await loginIn(await write({ token: "t" }))).to.eql({ login: "Bearer t", clientNode: false });
    expect(await loginIn(await write(byProgram))).to.eql({ login: "Bearer by a program", clientNode: true });
  });

  it("reads a pod's account and finds its API server in the environment", async () => {
    await writeFile(join(dir, "ca.crt"), PEM);
    await writeFile(join(dir, "token"), "of the pod\n");
    const account = await readAccount("https://10.0.0.1:443", dir);
    expect(account).to.eql({ server: "https://10.0.0.1:443", ca: PEM, tokenFile: join(dir, "token") });
    const byFile = await resolveCredentials({ kubeconfigPath: await write({ tokenFile: "token" }) });
    expect(await byFile.headers()).to.eql({ authorization: "Bearer of the pod" });
    const env = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "6443" };
    expect([kubeSourceOf(undefined, env), kubeSourceOf(undefined, {}), kubeSourceOf("path", env)]).to.eql([
      { inCluster: "https://[fd00::1]:6443" },
      { inCluster: "https://kubernetes.default.svc" },
      { kubeconfigPath: "path" },
    ]);
  });
});

const textOf = (value: unknown): unknown => (value instanceof Buffer ? value.toString() : (value ?? undefined));

/** Logs in in a process of its own and tells whether that loaded client-node. */
async function loginIn(kubeconfigPath: string): Promise<{ login: string; clientNode: boolean }> {
  const code = `
    import { registerHooks } from "node:module";
    let clientNode = false;
    registerHooks({ resolve(name, context, next) { clientNode ||= name === "@kubernetes/client-node"; return next(name, context); } });
    const { resolveCredentials } = await import(${JSON.stringify(join(import.meta.dirname, "../../../adapters/kubernetes/credentials.ts"))});
    const { headers } = await resolveCredentials(${JSON.stringify({ kubeconfigPath })});
    console.log(JSON.stringify({ login: (await headers()).authorization, clientNode }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code]);
  return JSON.parse(stdout) as { login: string; clientNode: boolean };
}
