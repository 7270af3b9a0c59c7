import { SecretText } from "../../../contract/secret-text.ts";
import { expect } from "chai";
import { blobId } from "../../../operator/git/git-object.ts";
import { eventually } from "../../support/eventually.ts";
import { deployment, valuesFile } from "./deployment-request.ts";
import { commitOf, failureOf, GitScene, writeUntilDone } from "./git-scene.ts";

describe("Git writer", function () {
  this.timeout(300_000);
  let scene: GitScene;
  beforeEach(async () => {
    scene = await GitScene.open();
  });
  afterEach(() => scene.close());

  it("creates an absent branch, and its answer names the commit that git shows", async () => {
    const writer = await scene.writer();
    expect(writer.head()).to.equal(undefined);
    const commit = commitOf(await writer.write(deployment("shop", "replicas: 1\n")));
    expect(commit.id).to.equal(await scene.head());
    expect(writer.head()).to.deep.equal(commit);
    expect(await scene.files()).to.deep.equal(
      new Map([
        ["clusters/one/applications/shop.yaml", "app"],
        ["clusters/one/deployments/shop/values.yaml", "replicas: 1\n"],
      ]),
    );
    await scene.fsck();
  });

  it("tells each commit to whom counts, and logs it with the requests that it came of", async () => {
    const writer = await scene.writer();
    const request = deployment("shop", "a");
    const named = { ...request, trailers: { ...request.trailers, requestId: "story-1" } };
    const commit = commitOf(await writer.write(named));
    await writer.write(deployment("blog", "b"));
    expect(scene.pushes).to.deep.equal([1, 1]);
    const lines = scene.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const [first, second] = lines.filter(({ message }) => message === "Pushed commit");
    expect([first?.["commit"], first?.["requestIds"]]).to.deep.equal([commit.id, ["story-1"]]);
    expect(second?.["requestIds"]).to.deep.equal([]);
  });

  it("makes no commit for equal content and answers with the newest commit that has it", async () => {
    const writer = await scene.writer();
    await writer.write(deployment("shop", "a"));
    const other = commitOf(await writer.write(deployment("other", "b")));
    expect(await writer.write(deployment("shop", "a"))).to.deep.equal({ unchanged: true, commit: other });
    expect(await writer.write(deployment("absent", null))).to.deep.equal({ unchanged: true, commit: other });
    expect(await scene.commitCount()).to.equal(2);
  });

  it("answers even a deletion on an absent branch with a commit", async () => {
    const writer = await scene.writer();
    const commit = commitOf(await writer.write(deployment("absent", null)));
    expect(commit.id).to.equal(await scene.head());
    await scene.fsck();
  });

  it("deletes files and the folders that become empty, down to the last", async () => {
    const writer = await scene.writer();
    await writer.write(deployment("shop", "a"));
    await writer.write(deployment("blog", "a"));
    await writer.write(deployment("shop", null, { removesApplication: true }));
    expect([...(await scene.files()).keys()]).to.deep.equal([
      "clusters/one/applications/blog.yaml",
      "clusters/one/deployments/blog/values.yaml",
    ]);
    await writer.write(deployment("blog", null, { removesApplication: true }));
    expect(await scene.files()).to.deep.equal(new Map());
    expect(writer.listPaths("")).to.deep.equal([]);
    await scene.fsck();
  });

  it("groups what comes while a push is under way, and the newest request of a key wins", async () => {
    const writer = await scene.writer();
    await writer.write(deployment("first", "0"));
    scene.server.inject({ delayMs: 300 });
    const slow = writer.write(deployment("slow", "0"));
    await eventually(() => expect(scene.server.requests.get("/repository.git/git-receive-pack")).to.equal(2));
    const burst = Array.from({ length: 1_000 }, (_, i) => writer.write(deployment(`app-${i % 500}`, `version ${i}`)));
    const commits = (await Promise.all(burst)).map((result) => commitOf(result).id);
    await slow;
    expect(await scene.commitCount()).to.be.lessThan(6);
    expect(new Set(commits).size).to.be.lessThan(4);
    // Both requests of a key are answered by the commit that holds the newer one.
    expect(commits[0]).to.equal(commits[500]);
    expect(await scene.server.git("show", "main:clusters/one/deployments/app-7/values.yaml")).to.equal("version 507");
    await scene.fsck();
  });

  it("writes trailers that git reads back, bounded and without what people chose freely", async () => {
    const writer = await scene.writer();
    const author = "0198c0de-0000-7000-8000-000000000001";
    const first = { resource: "Deployment/org-acme/shop", generation: 7, requestId: "req-1", author };
    const second = {
      resource: "Deployment/org-acme/blog",
      generation: 2,
      requestId: "x\nBerth-User: evil",
      author: "no uuid",
    };
    await Promise.all([
      writer.write(deployment("shop", "a", { trailers: first })),
      writer.write(deployment("blog", "b", { trailers: second })),
    ]);
    expect(await scene.server.git("log", "-1", "--format=%s|%an|%ae", "main")).to.equal(
      "Update 2 resources|Berth|berth@localhost",
    );
    const trailers = await scene.server.git("log", "-1", "--format=%(trailers:only,unfold)", "main");
    expect(
      trailers
        .trim()
        .split("\n")
        .map((line) => line.replace(/replaced-.*/, "replaced")),
    ).to.deep.equal([
      "Berth-Resource: Deployment/org-acme/shop",
      "Berth-Generation: 7",
      "Berth-Request-Id: req-1",
      `Berth-User: ${author}`,
      "Berth-Resource: Deployment/org-acme/blog",
      "Berth-Generation: 2",
      "Berth-Request-Id: replaced",
    ]);
    const many = Array.from({ length: 700 }, (_, i) => writer.write(deployment(`app-${i}`, "c")));
    await Promise.all(many);
    const bodies = (await scene.server.git("log", "--format=%H%n%B%x00", "main")).split("\0");
    for (const body of bodies) expect(body.split("\n").length).to.be.lessThan(1_010);
    await scene.fsck();
  });

  it("knows the order of commits, those from before its start included", async () => {
    const older = await scene.foreignCommit([{ path: "README.md", content: "1" }]);
    const newer = await scene.foreignCommit([{ path: "README.md", content: "2" }]);
    const writer = await scene.writer();
    const own = commitOf(await writer.write(deployment("shop", "a"))).id;
    expect(writer.order(older, newer)).to.equal("same-or-after");
    expect(writer.order(newer, own)).to.equal("same-or-after");
    expect(writer.order(own, own)).to.equal("same-or-after");
    expect(writer.order(own, older)).to.equal("before");
    expect(writer.order(own, "f".repeat(40))).to.equal("unknown");
  });

  it("compares contents by blob id, for files of others too", async () => {
    await scene.foreignCommit([{ path: "clusters/one/deployments/shop/values.yaml", content: "a: ü\n" }]);
    const writer = await scene.writer();
    const { path } = valuesFile("shop", "");
    expect(writer.hasContent(path, blobId("a: ü\n"))).to.equal(true);
    expect(writer.hasContent(path, blobId("a: u\n"))).to.equal(false);
    expect(writer.hasContent("clusters/one/deployments", blobId(""))).to.equal(false);
    expect(writer.listPaths("clusters/one/dep")).to.deep.equal([path]);
    expect(writer.listPaths("clusters/two/")).to.deep.equal([]);
  });

  it("refuses requests that can never be written, and only those", async () => {
    const writer = await scene.writer();
    await writer.write(deployment("shop", "a"));
    const refused = [
      deployment("x", "a", { files: [{ path: "clusters/../x", content: "" }] }),
      deployment("x", "a", { files: [{ path: ".git/config", content: "" }] }),
      deployment("x", "a", { files: [{ path: "clusters/one/deployments/shop", content: "a file over a folder" }] }),
      deployment("x", "a", {
        files: [{ path: "clusters/one/applications/shop.yaml/x", content: "a folder over a file" }],
      }),
      deployment("x", "a", { trailers: { resource: "a\nb", generation: 1 } }),
    ];
    for (const request of refused) expect((await failureOf(writer.write(request))).code).to.equal("InvalidPath");
    const good = writer.write(deployment("good", "a"));
    const clash = writer.write(
      deployment("bad", "a", { files: [{ path: "clusters/one/deployments/good", content: "" }] }),
    );
    expect((await failureOf(clash)).code).to.equal("InvalidPath");
    await good;
    await scene.fsck();
  });

  it("refuses a mass deletion that nobody saw, and lets the other writes pass", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `app-${i}`);
    const writer = await scene.writer();
    await Promise.all(names.map((name) => writer.write(deployment(name, "a"))));
    const removals = names.slice(0, 21).map((name) => failureOf(writer.write(deployment(name, null))));
    const innocent = writer.write(deployment("new", "a"));
    for (const error of await Promise.all(removals)) expect(error.code).to.equal("GitRefused");
    await innocent;
    expect((await scene.files()).size).to.equal(62);
    await Promise.all(names.slice(0, 20).map((name) => writer.write(deployment(name, null))));
    expect((await scene.files()).size).to.equal(22);
  });

  it("carries out a mass deletion that was seen", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `app-${i}`);
    const writer = await scene.writer();
    await Promise.all(names.map((name) => writer.write(deployment(name, "a"))));
    await Promise.all(names.map((name) => writer.write(deployment(name, null, { removesApplication: true }))));
    expect(await scene.files()).to.deep.equal(new Map());
    expect(await scene.commitCount()).to.equal(2);
  });

  it("pushes nothing without leadership", async () => {
    const leading = { now: false };
    const writer = await scene.writer({ mayPush: () => leading.now });
    expect((await failureOf(writer.write(deployment("shop", "a")))).code).to.equal("NotLeader");
    expect(scene.server.requests.get("/repository.git/git-receive-pack")).to.equal(undefined);
    leading.now = true;
    await writer.write(deployment("shop", "a"));
  });

  it("finishes the push under way when it stops, and takes no more", async () => {
    const writer = await scene.writer();
    await writer.write(deployment("first", "0"));
    const [arrived, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    scene.server.beforePush = () => {
      arrived.resolve(undefined);
      return gate.promise;
    };
    const underWay = writer.write(deployment("shop", "a"));
    await arrived.promise;
    const waiting = failureOf(writer.write(deployment("late", "a")));
    const stopped = writer.stop();
    gate.resolve(undefined);
    await stopped;
    expect(commitOf(await underWay).id).to.equal(await scene.head());
    expect((await waiting).code).to.equal("GitUnavailable");
    expect((await failureOf(writeUntilDone(writer, deployment("later", "a")))).code).to.equal("GitUnavailable");
  });

  it("works with a server without filters and with a pack full of deltas", async () => {
    await scene.server.git("config", "uploadpack.allowFilter", "false");
    const big = Array.from({ length: 300 }, (_, i) => `line ${i}`).join("\n");
    for (let round = 0; round < 3; round += 1) {
      const files = Array.from({ length: 200 }, (_, i) => valuesFile(`app-${i}`, `${big}\n${i} ${round}\n`));
      await scene.foreignCommit(files.map(({ path, content }) => ({ path, content: content ?? "" })));
    }
    await scene.server.git("repack", "-adfq");
    const writer = await scene.writer();
    expect(writer.listPaths("")).to.have.length(200);
    await writer.write(deployment("app-7", "small"));
    expect((await scene.files()).get("clusters/one/deployments/app-7/values.yaml")).to.equal("small");
    await scene.fsck();
  });

  it("shows no credential in errors and logs", async () => {
    const { http } = scene.writerOptions();
    const wrong = {
      ...http,
      credentials: () => ({ username: "berth", token: new SecretText("canary-of-a-wrong-token") }),
    };
    const started = await failureOf(scene.writer({ http: wrong }));
    expect(started.code).to.equal("GitUnavailable");
    expect(started.message).to.contain("401");
    // Time for more than the first attempt, which the connection that the server leaves may have reset.
    const writer = await scene.writer({ giveUpAfterMs: 2_000 });
    await scene.server.close();
    const away = await failureOf(writer.write(deployment("shop", "a")));
    const shown =
      [started, away].map((error) => `${error.message} ${error.stack} ${String(error.cause)}`).join() +
      scene.logged.join();
    expect(shown).not.to.contain("canary");
    expect(shown).not.to.contain(scene.server.token);
    expect(shown).not.to.contain(Buffer.from(`berth:${scene.server.token}`).toString("base64"));
    expect(shown).to.contain("ECONNREFUSED");
  });
});
