import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { MANIFEST_TYPE } from "../../../local/images/describe-image.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import { createMirror } from "../../../local/images/mirror.ts";

type Answer = { status: number; headers: Record<string, unknown>; body: string };

describe("createMirror", () => {
  let dir: string;
  let server: Server;
  let digest: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-mirror-"));
    const store = new ImageStore(dir);
    const layers = [[{ type: "file", path: "hello", mode: 0o755, content: "hello" }]] as const;
    digest = await store.put("nginx:1.29", { layers, config: {}, architecture: "amd64" });
    await store.put("registry.example.org/library/nginx:1.29", { layers, config: { Cmd: ["x"] } });
    server = createMirror(store).listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  after(async () => {
    server.close();
    await rm(dir, { recursive: true, force: true });
  });

  it("answers containerd's way to an image: its manifest by tag, by digest, then its blobs", async () => {
    expect((await ask("/v2/")).status).to.equal(200);
    const head = await ask("/v2/library/nginx/manifests/1.29?ns=docker.io", "HEAD");
    expect(head).to.deep.include({ status: 200, body: "" });
    expect(head.headers).to.include({ "docker-content-digest": digest, "content-type": MANIFEST_TYPE });
    const manifest = await ask(`/v2/library/nginx/manifests/${digest}?ns=docker.io`);
    expect(manifest.headers["content-length"]).to.equal(head.headers["content-length"]);
    const { config, layers } = JSON.parse(manifest.body) as {
      config: { digest: string };
      layers: { digest: string }[];
    };
    for (const blob of [config, ...layers])
      expect((await ask(`/v2/library/nginx/blobs/${blob.digest}?ns=docker.io`)).status).to.equal(200);
  });

  it("tells registries apart by what containerd says which it means", async () => {
    const other = await ask("/v2/library/nginx/manifests/1.29?ns=registry.example.org", "HEAD");
    expect(other.status).to.equal(200);
    expect(other.headers["docker-content-digest"]).not.to.equal(digest);
    expect((await ask("/v2/library/nginx/manifests/1.29?ns=quay.io")).status).to.equal(404);
  });

  const HOSTILE = [
    "/",
    "/v2/nginx",
    "/v2/../../index.json",
    "/v2/library/nginx/blobs/..%2f..%2findex.json",
    "/v2/library/nginx/blobs/sha256:..",
    "/v2/library/nginx/manifests/1.29%00?ns=docker.io",
    "/v2/library/nginx/manifests/sha256:1",
    "/v2/../nginx/manifests/1.29?ns=docker.io/library",
    "//[",
  ];
  for (const path of HOSTILE) {
    it(`has nothing at ${path}`, async () => {
      const answer = await ask(path);
      expect(answer.status).to.equal(404);
      expect(JSON.parse(answer.body)).to.have.property("errors");
    });
  }

  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    it(`refuses ${method}: nothing is written through it`, async () => {
      expect((await ask("/v2/library/nginx/manifests/1.29?ns=docker.io", method)).status).to.equal(405);
    });
  }

  /** As it is typed: fetch would tidy the path up before it is sent. */
  async function ask(path: string, method = "GET"): Promise<Answer> {
    const { port } = server.address() as AddressInfo;
    const asked = request({ host: "127.0.0.1", port, path, method }).end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }
});
