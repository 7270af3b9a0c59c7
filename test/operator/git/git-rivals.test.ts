import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect } from "chai";
import { fastImport, fastImportStream } from "../../../bench/git-baseline.ts";
import { loadConfig } from "../../../operator/config.ts";
import { deployment, valuesFile } from "./deployment-request.ts";
import { commitOf, failureOf, GitScene, writeUntilDone } from "./git-scene.ts";

const run = promisify(execFile);
const FOREIGN_COMMITS = 50;
const DISKLESS = ["--permission", "--allow-fs-read=*", "--allow-net", join(import.meta.dirname, "diskless-writer.ts")];

/** Somebody with a clone and the git command, who pushes to the same branch and starts anew when he is refused. */
class Rival {
  readonly repository: string;
  readonly #scene: GitScene;
  refused = 0;

  constructor(scene: GitScene, repository: string) {
    this.#scene = scene;
    this.repository = repository;
  }

  static async open(scene: GitScene, folder: string): Promise<Rival> {
    const repository = join(folder, "rival.git");
    await run("git", ["clone", "--quiet", "--bare", scene.server.pushUrl, repository]);
    return new Rival(scene, repository);
  }

  async commit(index: number): Promise<void> {
    const { branch } = this.#scene.server;
    const file = { path: `notes/n${index}`, content: `${index}` };
    await fastImport(this.repository, fastImportStream(branch, `refs/heads/${branch}^0`, [file]));
    for (;;) {
      try {
        await this.git("push", "--quiet", "origin", branch);
        return;
      } catch {
        this.refused += 1;
        await this.git("fetch", "--quiet", "origin", `+${branch}:${branch}`);
        await fastImport(this.repository, fastImportStream(branch, `refs/heads/${branch}^0`, [file]));
      }
    }
  }

  async git(...args: string[]): Promise<string> {
    return (await run("git", ["-C", this.repository, ...args])).stdout.trim();
  }
}

describe("Git writer among rivals, full disks and expired tokens", function () {
  this.timeout(300_000);
  let scene: GitScene;
  let folder: string;
  beforeEach(async () => {
    scene = await GitScene.open();
    folder = await mkdtemp(join(tmpdir(), "berth-rivals-"));
  });
  afterEach(async () => {
    await scene.close();
    await rm(folder, { recursive: true, force: true });
  });

  it(`loses nothing of either side in a burst with ${FOREIGN_COMMITS} pushes of a second writer`, async () => {
    const writer = await scene.writer({ giveUpAfterMs: 2_000 });
    await writer.write(deployment("first", "0"));
    const rival = await Rival.open(scene, folder);
    // Both are refused at least once: the rival's clone is behind, and he comes between our look and our push.
    await writer.write(deployment("second", "0"));
    scene.server.beforePush = async () => {
      scene.server.beforePush = undefined;
      await scene.foreignCommit([{ path: "notes/between", content: "x" }]);
    };
    // In each round both sides want the branch at the same moment.
    const names: string[] = [];
    for (let round = 0; round < FOREIGN_COMMITS; round += 1) {
      const burst = Array.from({ length: 20 }, (_, index) => `app-${names.length + index}`);
      names.push(...burst);
      const writes = burst.map((name) => writeUntilDone(writer, deployment(name, name)));
      await Promise.all([rival.commit(round), ...writes]);
    }
    expect(rival.refused).to.be.greaterThan(0);
    expect(scene.failures.length).to.be.greaterThan(0);
    const files = await scene.files();
    expect([...files.keys()].filter((path) => path.startsWith("notes/"))).to.have.length(FOREIGN_COMMITS + 1);
    for (const name of names) expect(files.get(valuesFile(name, "").path)).to.equal(name);
    for (const name of names.filter((_, index) => index % 100 === 0))
      expect(await scene.commitsOf(valuesFile(name, "").path), name).to.equal(1);
    await rival.git("fetch", "--quiet", "origin", "main");
    // His last push is still below the head: nobody forced anything.
    await rival.git("merge-base", "--is-ancestor", "main", "FETCH_HEAD");
    expect(scene.moves).to.not.include("rewritten");
    await scene.fsck();
  });

  for (const { filter, commits } of [
    { filter: true, commits: 600 },
    { filter: false, commits: 60 },
  ])
    it(`calls ${commits} foreign commits between two looks no rewritten history, ${filter ? "" : "even "}where the server ${filter ? "filters" : "does not filter"}`, async () => {
      await scene.server.git("config", "uploadpack.allowFilter", String(filter));
      const writer = await scene.writer({ headCheckMs: 3_600_000 });
      const own = commitOf(await writer.write(deployment("shop", "a"))).id;
      const { branch, repository } = scene.server;
      const foreign = Array.from({ length: commits }, (_, index) => {
        const parent = index === 0 ? `refs/heads/${branch}^0` : undefined;
        return [...fastImportStream(branch, parent, [{ path: "notes", content: `${index}` }])];
      });
      await fastImport(repository, foreign.flat());
      await writer.refresh();
      const head = await scene.head();
      expect([writer.head()?.id, scene.moves]).to.deep.equal([head, ["added"]]);
      expect(writer.order(own, head)).to.equal("same-or-after");
    });

  it("waits while the server's disk is full, keeps the branch whole, and brings everything in afterwards", async () => {
    const writer = await scene.writer({ giveUpAfterMs: 300 });
    const before = commitOf(await writer.write(deployment("first", "0"))).id;
    scene.server.diskFull = true;
    expect((await failureOf(writer.write(deployment("shop", "a")))).code).to.equal("GitUnavailable");
    expect(await scene.head()).to.equal(before);
    const waiting = [deployment("shop", "a"), deployment("blog", "b")].map((one) => writeUntilDone(writer, one));
    scene.server.diskFull = false;
    await Promise.all(waiting);
    expect((await scene.files()).size).to.equal(6);
    for (const name of ["shop", "blog"]) expect(await scene.commitsOf(valuesFile(name, "").path)).to.equal(1);
    await scene.fsck();
  });

  it("takes a rotated token from its file with the next request, without a restart", async () => {
    // As Kubernetes mounts a Secret: a link to a folder that is swapped whole.
    const mount = async (name: string, token: string): Promise<void> => {
      await writeFile(join(folder, name), `${token}\n`);
      await symlink(name, join(folder, "next"));
      await rename(join(folder, "next"), join(folder, "token"));
    };
    await mount("one", scene.server.token);
    const { git } = loadConfig({
      BERTH_POSTGRES_URL: "postgres://x",
      BERTH_GIT_URL: scene.server.url,
      BERTH_GIT_TOKEN_FILE: join(folder, "token"),
    });
    const options = scene.writerOptions();
    const writer = await scene.writer({ http: { ...options.http, credentials: git.credentials }, giveUpAfterMs: 300 });
    await writer.write(deployment("shop", "a"));
    scene.server.token = "the-next-token";
    const refused = await failureOf(writer.write(deployment("shop", "b")));
    expect(refused.code).to.equal("GitUnavailable");
    expect(refused.message).to.contain("401").and.to.contain("token");
    const waiting = writeUntilDone(writer, deployment("shop", "b"));
    await mount("two", scene.server.token);
    expect(commitOf(await waiting).id).to.equal(await scene.head());
    expect(scene.logged.join()).to.not.contain("the-next-token");
  });

  it("keeps nothing on disk: it works without the right to write a file, and after a kill it starts from nothing", async () => {
    const { url, username, token } = scene.server;
    const start = (count: number): ReturnType<typeof spawn> =>
      spawn(process.execPath, [...DISKLESS, url, username, token, String(count)], {
        stdio: ["ignore", "pipe", "pipe"],
        cwd: folder,
      });
    const killed = start(100_000);
    await once(killed.stdout!, "data");
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const again = start(20);
    const said = await text(again.stdout!);
    expect(said, await text(again.stderr!)).to.contain("writing a file: ERR_ACCESS_DENIED");
    expect(said).to.contain("written 20");
    const files = await scene.files();
    for (let index = 0; index < 20; index += 1)
      expect(files.get(valuesFile(`app-${index}`, "").path)).to.equal(`version ${index}`);
    for (let index = 0; index < 3; index += 1)
      expect(await scene.commitsOf(valuesFile(`app-${index}`, "").path)).to.equal(1);
    expect(await readdir(folder)).to.deep.equal([]);
    await scene.fsck();
  });
});
