import { expect } from "chai";
import { createGitWriter } from "../../../operator/git/branch-writer.ts";
import { writerPart } from "../../../operator/git/start-writer.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { createFakeClock } from "../../support/fake-clock.ts";
import { eventually } from "../../support/eventually.ts";
import { deployment } from "./deployment-request.ts";
import { GitScene } from "./git-scene.ts";

describe("A writer whose Git server is away at the start", function () {
  this.timeout(300_000);
  let scene: GitScene;
  before(async () => (scene = await GitScene.open()));
  after(() => scene.close());

  it("lets what comes after it start, says that it knows nothing, and reads the branch once that is there", async () => {
    const clock = createFakeClock();
    await scene.foreignCommit([{ path: "clusters/one/deployments/shop/values.yaml", content: "a" }]);
    await scene.server.close();
    const writer = createGitWriter({ ...scene.writerOptions() });
    let read = 0;
    writer.onRead(() => (read += 1));
    const part = writerPart({ writer, clock, logger: createCapturedLogger().logger });
    const started = part.start(new AbortController().signal);
    await clock.advance(5_000);
    await started;
    expect([writer.isRead, read, writer.head()]).to.deep.equal([false, 0, undefined]);
    expect(scene.looks).to.not.include(true);
    expect(() => writer.listPaths("")).to.throw("was not read yet");
    await writer.refresh();
    expect(writer.head(), "a look at the head is no start").to.equal(undefined);
    const refusal = await writer.write(deployment("shop", null)).catch((error: unknown) => String(error));
    expect(refusal).to.contain("not running");
    await scene.server.listen();
    await eventually(async () => {
      await clock.advance(1_000);
      expect([writer.isRead, read]).to.deep.equal([true, 1]);
    });
    expect(writer.listPaths("")).to.deep.equal(["clusters/one/deployments/shop/values.yaml"]);
    expect(scene.looks.at(-1)).to.equal(true);
    await scene.server.close();
    await eventually(() => expect(scene.looks.at(-1), "it is away again").to.equal(false));
    await scene.server.listen();
    await eventually(() => expect(scene.looks.at(-1), "and back").to.equal(true));
    await part.stop?.();
  });
});
