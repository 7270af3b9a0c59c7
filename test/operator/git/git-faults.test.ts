import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { blobId } from "../../../operator/git/git-object.ts";
import type { WriteRequest } from "../../../operator/git/write-request.ts";
import type { GitFault } from "../../support/git-server.ts";
import { eventually } from "../../support/eventually.ts";
import { deployment, valuesFile } from "./deployment-request.ts";
import { commitOf, failureOf, GitScene, writeUntilDone } from "./git-scene.ts";

describe("Git writer when things go wrong", function () {
  this.timeout(300_000);
  let scene: GitScene;
  beforeEach(async () => {
    scene = await GitScene.open();
  });
  afterEach(() => scene.close());

  const isAncestor = (commit: string): Promise<string> =>
    scene.server.git("merge-base", "--is-ancestor", commit, scene.server.branch);

  const faults: readonly GitFault[] = ["answer-lost", "request-cut", "status-500", "refuse-race"];
  for (const fault of faults) {
    it(`commits once when a push meets ${JSON.stringify(fault)}`, async () => {
      const writer = await scene.writer();
      await writer.write(deployment("first", "0"));
      scene.server.inject(fault);
      const commit = commitOf(await writer.write(deployment("shop", "a")));
      expect(commit.id).to.equal(await scene.head());
      expect(await scene.commitCount()).to.equal(2);
      expect(scene.failures).to.deep.equal(["GitUnavailable"]);
      await scene.fsck();
    });
  }

  it("recognises its own commit after it gave up on a lost answer, also below a foreign one", async () => {
    const writer = await scene.writer({ giveUpAfterMs: 0, headCheckMs: 3_600_000 });
    const moved: unknown[] = [];
    writer.onMoved((paths) => moved.push(paths));
    await writer.write(deployment("first", "0"));
    scene.server.inject("answer-lost");
    expect((await failureOf(writer.write(deployment("shop", "a")))).code).to.equal("GitUnavailable");
    const own = await scene.head();
    expect(await writer.write(deployment("shop", "a"))).to.have.nested.property("commit.id", own);
    expect(moved).to.deep.equal([]);
    scene.server.inject("answer-lost");
    await failureOf(writer.write(deployment("blog", "b")));
    const below = await scene.head();
    const foreign = await scene.foreignCommit([{ path: "README.md", content: "x" }]);
    expect(await writer.write(deployment("blog", "b"))).to.have.nested.property("commit.id", foreign);
    expect(writer.order(below, foreign)).to.equal("same-or-after");
    expect(await scene.commitCount()).to.equal(4);
  });

  it("brings through in smaller commits what a slow line never lets through as one", async () => {
    const { http } = scene.writerOptions();
    const writer = await scene.writer({ http: { ...http, timeoutMs: 3_000 }, giveUpAfterMs: 0 });
    await writer.write(deployment("first", "0"));
    scene.server.pushBytesMax = 200_000;
    // What is random does not shrink in the pack: some fit, the sixteen together do not.
    const large = (index: number): WriteRequest => deployment(`d${index}`, randomBytes(20_000).toString("hex"));
    const requests = Array.from({ length: 16 }, (_, index) => large(index));
    await Promise.all(requests.map((request) => writeUntilDone(writer, request)));
    for (const { files } of requests)
      for (const { path, content } of files) expect((await scene.files()).get(path), path).to.equal(content);
    scene.server.pushBytesMax = Infinity;
    const before = scene.pushes.length;
    await Promise.all(requests.map(({ key }) => writer.write(deployment(key.split("/")[2]!, "small"))));
    expect(scene.pushes.length - before, "and in few again").to.be.below(16);
    await scene.fsck();
  });

  it("puts its commit on top of a foreign one that came in between", async () => {
    const writer = await scene.writer();
    await writer.write(deployment("first", "0"));
    const moved: (readonly string[])[] = [];
    writer.onMoved((paths) => moved.push([...paths]));
    let foreign = "";
    scene.server.beforePush = async () => {
      scene.server.beforePush = undefined;
      foreign = await scene.foreignCommit([{ path: "clusters/one/deployments/first/image.yaml", content: "tag: 2" }]);
    };
    const commit = commitOf(await writer.write(deployment("shop", "a")));
    expect(await scene.server.git("rev-parse", `${commit.id}^`)).to.equal(foreign);
    expect(moved).to.deep.equal([["clusters/one/deployments/first/image.yaml"]]);
    expect(scene.moves).to.deep.equal(["added"]);
    expect(writer.order(foreign, commit.id)).to.equal("same-or-after");
    expect((await scene.files()).size).to.equal(5);
    await scene.fsck();
  });

  it("loses nothing of either side while somebody else pushes all the time", async () => {
    const writer = await scene.writer({ giveUpAfterMs: 120_000 });
    await writer.write(deployment("first", "0"));
    const foreign: string[] = [];
    let pushes = 0;
    // Every second push of ours meets a branch that has just moved.
    scene.server.beforePush = async () => {
      pushes += 1;
      if (pushes % 2 === 1)
        foreign.push(await scene.foreignCommit([{ path: `notes/n${pushes}`, content: `${pushes}` }]));
    };
    for (let round = 0; round < 5; round += 1) {
      const names = Array.from({ length: 4 }, (_, i) => `app-${round}-${i}`);
      await Promise.all(names.map((name) => writer.write(deployment(name, `${round}`))));
    }
    for (const commit of foreign) await isAncestor(commit);
    const files = await scene.files();
    expect(foreign.length).to.be.at.least(5);
    expect(files.size).to.equal(2 + 5 * 4 * 2 + foreign.length);
    for (let round = 0; round < 5; round += 1)
      expect(await scene.commitsOf(valuesFile(`app-${round}-0`, "").path)).to.equal(1);
    await scene.fsck();
  });

  it("brings every write in once when the server is away for 5 seconds", async () => {
    const writer = await scene.writer({ giveUpAfterMs: 300 });
    await writer.write(deployment("first", "0"));
    await scene.server.close();
    const back = new Promise((resolve) => setTimeout(resolve, 5_000)).then(() => scene.server.listen());
    const names = Array.from({ length: 100 }, (_, i) => `app-${i}`);
    const answers = names.map((name) => writeUntilDone(writer, deployment(name, name)));
    const commits = new Set((await Promise.all(answers)).map((result) => commitOf(result).id));
    await back;
    expect((await scene.files()).size).to.equal(202);
    expect(await scene.commitCount()).to.equal(1 + commits.size);
    for (const name of names.slice(0, 10)) expect(await scene.commitsOf(valuesFile(name, "").path)).to.equal(1);
    expect(scene.failures).to.include("GitUnavailable");
    await scene.fsck();
  });

  it("says GitUnavailable while the server is away, and starts when it is back", async () => {
    await scene.server.close();
    expect((await failureOf(scene.writer())).code).to.equal("GitUnavailable");
    await scene.server.listen();
    await (await scene.writer()).write(deployment("shop", "a"));
  });

  it("notices a force-pushed empty tree, tells which files are gone and goes on upon it", async () => {
    const writer = await scene.writer();
    const before = commitOf(await writer.write(deployment("shop", "a"))).id;
    await writer.write(deployment("blog", "b"));
    const moved: string[] = [];
    writer.onMoved((paths) => moved.push(...paths));
    const tree = await scene.server.git("hash-object", "-t", "tree", "-w", "/dev/null");
    const forced = await scene.server.git(
      "-c",
      "user.name=x",
      "-c",
      "user.email=x@y",
      "commit-tree",
      tree,
      "-m",
      "gone",
    );
    await scene.forceTo(forced);
    await eventually(() => expect(moved).to.have.length(4));
    expect(moved).to.include(valuesFile("shop", "").path);
    expect(writer.hasContent(valuesFile("shop", "").path, blobId("a"))).to.equal(false);
    expect(writer.order(before, forced)).to.equal("unknown");
    expect(scene.moves).to.deep.equal(["rewritten"]);
    expect(scene.logged.filter((line) => line.includes("rewritten by force"))).to.have.length(1);
    await Promise.all([writer.write(deployment("shop", "a")), writer.write(deployment("blog", "b"))]);
    await isAncestor(forced);
    expect((await scene.files()).size).to.equal(4);
    await scene.fsck();
  });

  it("notices a branch that was forced back, keeps the commits that remain and forgets the others", async () => {
    const writer = await scene.writer();
    const first = commitOf(await writer.write(deployment("shop", "1"))).id;
    const second = commitOf(await writer.write(deployment("shop", "2"))).id;
    const third = commitOf(await writer.write(deployment("shop", "3"))).id;
    const moved: string[] = [];
    writer.onMoved((paths) => moved.push(...paths));
    await scene.forceTo(second);
    await eventually(() => expect(moved).to.deep.equal([valuesFile("shop", "").path]));
    expect(writer.head()?.id).to.equal(second);
    expect(scene.moves).to.deep.equal(["rewritten"]);
    expect(writer.hasContent(valuesFile("shop", "").path, blobId("2"))).to.equal(true);
    expect(writer.order(first, second)).to.equal("same-or-after");
    expect(writer.order(third, second)).to.equal("unknown");
    const again = commitOf(await writer.write(deployment("shop", "3")));
    expect(await scene.server.git("rev-parse", `${again.id}^`)).to.equal(second);
    expect(writer.order(second, again.id)).to.equal("same-or-after");
    await scene.fsck();
  });

  it("makes the branch anew when somebody deleted it", async () => {
    const writer = await scene.writer();
    await writer.write(deployment("shop", "1"));
    await scene.server.git("update-ref", "-d", "refs/heads/main");
    await eventually(() => expect(writer.head()).to.equal(undefined));
    expect(scene.moves).to.deep.equal(["rewritten"]);
    const commit = commitOf(await writer.write(deployment("shop", "1")));
    expect(commit.id).to.equal(await scene.head());
    expect(await scene.commitCount()).to.equal(1);
  });

  it("follows the branch through a foreign merge without calling side commits part of it", async () => {
    const writer = await scene.writer({ headCheckMs: 3_600_000 });
    const base = commitOf(await writer.write(deployment("shop", "1"))).id;
    const identity = ["-c", "user.name=x", "-c", "user.email=x@y"];
    const tree = await scene.server.git("rev-parse", `${base}^{tree}`);
    const side = await scene.server.git(...identity, "commit-tree", tree, "-m", "side");
    const merge = await scene.server.git(...identity, "commit-tree", tree, "-p", side, "-p", base, "-m", "merge");
    await scene.forceTo(merge);
    await writer.refresh();
    expect(writer.order(base, merge)).to.equal("same-or-after");
    expect(writer.order(base, side)).to.equal("unknown");
  });

  it("asks the server once when many ask for a refresh, and not again within 5 seconds", async () => {
    const writer = await scene.writer({ headCheckMs: 3_600_000 });
    const asked = (): number => scene.server.requests.get("/repository.git/git-upload-pack") ?? 0;
    const before = asked();
    await Promise.all(Array.from({ length: 20 }, () => writer.refresh()));
    await writer.refresh();
    expect(asked() - before).to.equal(1);
  });

  it("lets one write that the server's rules forbid fail alone", async () => {
    const writer = await scene.writer();
    await writer.write(deployment("first", "0"));
    await scene.hook("pre-receive", "read old new ref; ! git ls-tree -r --name-only $new | grep -q forbidden");
    const bad = failureOf(writer.write(deployment("forbidden", "x")));
    const good = Array.from({ length: 9 }, (_, i) => writer.write(deployment(`app-${i}`, "a")));
    expect((await bad).code).to.equal("GitRefused");
    await Promise.all(good);
    expect((await scene.files()).size).to.equal(20);
  });

  it("does not hammer a server that refuses everything", async () => {
    const writer = await scene.writer();
    await writer.write(deployment("first", "0"));
    await scene.hook("pre-receive", "echo protected by policy >&2; exit 1");
    const writes = Array.from({ length: 200 }, (_, i) => failureOf(writer.write(deployment(`app-${i}`, "a"))));
    for (const error of await Promise.all(writes)) {
      expect(error.code).to.equal("GitRefused");
      expect(error.message).to.contain("protected by policy");
    }
    expect(scene.server.requests.get("/repository.git/git-receive-pack")).to.be.lessThan(60);
  });
});
