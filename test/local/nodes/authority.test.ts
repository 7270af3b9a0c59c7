import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { Authority } from "../../../local/nodes/authority.ts";
import { prepareForNodes } from "../../../local/nodes/control-plane-files.ts";
import { deriveClusterNetwork } from "../../../local/nodes/network-plan.ts";

describe("the certificate authority of a cluster with real nodes", () => {
  let dir: string;

  beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), "berth-authority-"))));
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it("is the same one after a restart, and what it signs is its own", async () => {
    const first = await Authority.open(dir);
    const again = await Authority.open(dir);
    expect(again.certificate).to.equal(first.certificate);
    const { certificate } = await again.issue({ commonName: "system:node:a-small-1", organization: "system:nodes" });
    const parsed = new X509Certificate(certificate);
    expect(parsed.verify(new X509Certificate(first.certificate).publicKey)).to.equal(true);
    expect(parsed.subject.split("\n")).to.have.members(["CN=system:node:a-small-1", "O=system:nodes"]);
  });

  it("signs for the API server under every name that pods and nodes call it by", async () => {
    const network = deriveClusterNetwork(3);
    await prepareForNodes(dir, network);
    const parsed = new X509Certificate(await readFile(join(dir, "apiserver.crt"), "utf8"));
    for (const address of ["127.0.0.1", network.hostAddress, network.apiService])
      expect(parsed.checkIP(address), address).to.equal(address);
    expect(parsed.checkHost("kubernetes.default.svc")).to.equal("kubernetes.default.svc");
  });

  it("makes anew only what is not there", async () => {
    const network = deriveClusterNetwork(3);
    await prepareForNodes(dir, network);
    const before = await readFile(join(dir, "kubelet-client.crt"), "utf8");
    await rm(join(dir, "apiserver.key"));
    await writeFile(join(dir, "apiserver.crt"), "half");
    await prepareForNodes(dir, network);
    expect(await readFile(join(dir, "kubelet-client.crt"), "utf8")).to.equal(before);
    expect(await readFile(join(dir, "apiserver.crt"), "utf8")).to.include("BEGIN CERTIFICATE");
  });
});
