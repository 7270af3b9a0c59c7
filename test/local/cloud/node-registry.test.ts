import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { NodeRegistry } from "../../../local/cloud/node-registry.ts";
import { ensureCertificates } from "../../../local/registry/certificates.ts";
import { freePorts } from "../../support/free-ports.ts";
import { OciClient } from "../../support/registry/oci-client.ts";

describe("NodeRegistry", () => {
  let dir: string;
  let behind: Server;
  let registry: NodeRegistry;
  let oci: OciClient;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-node-registry-"));
    behind = createServer((request, response) => response.end(`${request.headers.host ?? ""} ${request.url ?? ""}`));
    behind.listen(0, "127.0.0.1");
    await once(behind, "listening");
    const url = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
    const [port = 0] = await freePorts(1);
    const certificates = await ensureCertificates(dir, ["localhost"]);
    registry = new NodeRegistry({
      host: `localhost:${port}`,
      name: "localhost",
      port,
      ...certificates,
      distributionUrl: url,
      gatewayUrl: url,
    });
    oci = new OciClient(`localhost:${port}`, await readFile(certificates.caFile, "utf8"));
  });

  after(async () => {
    await oci.close();
    await registry.closeAll();
    behind.close();
    await rm(dir, { recursive: true, force: true });
  });

  it("opens one front at an address, through which tokens and images come by the name that nodes know", async () => {
    const [way, again] = await Promise.all([registry.serve("127.0.0.1"), registry.serve("127.0.0.1")]);
    expect(again).to.deep.equal(way);
    const host = `localhost:${way.port}`;
    expect((await oci.send("GET", "/v2/org-a/shop/manifests/1")).text).to.equal(`${host} /v2/org-a/shop/manifests/1`);
    expect((await oci.send("GET", "/token?service=x")).text).to.equal(`${host} /registry/token?service=x`);
    expect((await oci.send("GET", "/api/v1/organizations")).status).to.equal(404);
  });

  it("is gone with the address", async () => {
    await registry.serve("127.0.0.1");
    await registry.close("127.0.0.1");
    expect(await oci.send("GET", "/v2/").catch(() => "nobody")).to.equal("nobody");
  });
});
