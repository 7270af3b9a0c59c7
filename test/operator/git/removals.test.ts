import { expect } from "chai";
import { Removals } from "../../../operator/git/removals.ts";
import type { WriteRequest } from "../../../operator/git/write-request.ts";
import { eventually } from "../../support/eventually.ts";
import { deployment } from "./deployment-request.ts";
import { GitScene } from "./git-scene.ts";

const SHOP = "clusters/one/deployments/shop";
const block = (resource: string, removes?: string): string =>
  `Berth-Resource: ${resource}\nBerth-Generation: 1\n${removes === undefined ? "" : `Berth-Removed: ${removes}\n`}`;

function removal(extra: Partial<WriteRequest> = {}): WriteRequest {
  const { trailers, ...request } = deployment("shop", null);
  return { ...request, trailers: { ...trailers, removes: SHOP }, removesApplication: true, ...extra };
}

describe("Removals", function () {
  this.timeout(300_000);

  it("count what was deleted, until something is delivered under that name again", () => {
    const removals = new Removals();
    removals.read([`Update\n\n${block("D/o/shop", SHOP)}${block("D/o/blog")}`]);
    expect([removals.has(SHOP), removals.has("clusters/one/deployments/blog")]).to.deep.equal([true, false]);
    removals.read([`Update\n\n${block("D/o/shop")}`]);
    expect(removals.has(SHOP)).to.equal(false);
  });

  it("are known to the writer that made them, to the next one, and to one that sees them come", async () => {
    const scene = await GitScene.open();
    const [writer, other] = [await scene.writer(), await scene.writer()];
    await writer.write(deployment("shop", "a"));
    expect(writer.wasRemoved(SHOP)).to.equal(false);
    await writer.write(removal());
    expect(writer.wasRemoved(SHOP)).to.equal(true);
    const next = await scene.writer();
    expect(next.wasRemoved(SHOP)).to.equal(true);
    await eventually(() => expect(other.wasRemoved(SHOP)).to.equal(true));
    // Its own delivery takes it back, whatever it is called.
    await writer.write({ ...deployment("shop", "b"), trailers: { resource: "Deployment/org/other", generation: 1 } });
    expect(writer.wasRemoved(SHOP)).to.equal(false);
    await scene.close();
  });

  it("can be written down where nothing is left to be removed", async () => {
    const scene = await GitScene.open();
    const writer = await scene.writer();
    await writer.write(deployment("blog", "a"));
    await writer.write(removal());
    expect(await scene.commitCount()).to.equal(1);
    await writer.write(removal({ isRecord: true }));
    expect(await scene.commitCount()).to.equal(2);
    expect((await scene.writer()).wasRemoved(SHOP)).to.equal(true);
    await scene.fsck();
    await scene.close();
  });
});
