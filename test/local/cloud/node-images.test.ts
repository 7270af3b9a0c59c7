import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { NodeImages } from "../../../local/cloud/node-images.ts";
import { PAUSE_IMAGE } from "../../../local/images/tour-images.ts";

describe("NodeImages", () => {
  let dir: string;
  let images: NodeImages;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-node-images-"));
    const run = () => Promise.reject(new Error("Nothing is compiled here"));
    images = new NodeImages({ cacheDir: dir, run, report: () => undefined });
  });

  afterEach(async () => {
    await images.closeAll();
    await rm(dir, { recursive: true, force: true });
  });

  it("has one mirror at an address, however many nodes ask at once", async () => {
    await images.store.put(PAUSE_IMAGE, { layers: [], config: {} });
    const [one, other] = await Promise.all([images.serve("127.0.0.1"), images.serve("127.0.0.1")]);
    expect(one).to.equal(other);
    expect((await fetch(`${one}/v2/`)).status).to.equal(200);
    await images.close("127.0.0.1");
    expect(await images.serve("127.0.0.1")).to.be.a("string");
  });

  it("tries again for who asks after a failure", async () => {
    const failure = await images.serve("127.0.0.1").catch((error: unknown) => String(error));
    expect(failure).to.contain("Nothing is compiled here");
    await images.store.put(PAUSE_IMAGE, { layers: [], config: {} });
    expect(await images.serve("127.0.0.1")).to.be.a("string");
  });
});
