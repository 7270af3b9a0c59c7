import { expect } from "chai";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveCredentials } from "./credentials.ts";

const PEM = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("resolveCredentials", function () {
  this.timeout(20_000);
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
});
