import { execFileSync } from "node:child_process";
import { expect } from "chai";
import fc from "fast-check";
import { applyDelta, DeltaBuilder } from "../../../operator/git/delta.ts";
import { encodeCommit } from "../../../operator/git/commit-object.ts";
import { objectId } from "../../../operator/git/git-object.ts";
import type { NewObject } from "../../../operator/git/git-object.ts";
import { HttpClient } from "../../../operator/git/http-client.ts";
import { encodePack } from "../../../operator/git/pack-encoder.ts";
import { parsePack } from "../../../operator/git/pack-parser.ts";
import { push } from "../../../operator/git/receive-pack.ts";
import type { PushAnswer } from "../../../operator/git/receive-pack.ts";
import { addEdit, applyEdits, encodeEntry, noEdits } from "../../../operator/git/tree-edit.ts";
import { EMPTY_TREE, sortKey, walkFiles } from "../../../operator/git/tree.ts";
import { failureOf, GitScene } from "./git-scene.ts";

const identity = { name: "Berth", email: "berth@localhost" };
const blob: NewObject = { kind: "blob", id: objectId("blob", Buffer.from("x")), body: Buffer.from("x") };

/** Makes a tree of those entries in exactly that order, right or wrong. */
function rawTree(entries: readonly Buffer[]): NewObject {
  const body = Buffer.concat(entries);
  return { kind: "tree", id: objectId("tree", body), body };
}

describe("the git command as judge of what is sent", function () {
  this.timeout(300_000);
  let scene: GitScene;
  let http: HttpClient;
  beforeEach(async () => {
    scene = await GitScene.open();
    http = new HttpClient(scene.writerOptions().http);
  });
  afterEach(async () => {
    http.close();
    await scene.close();
  });

  const pushTree = (tree: NewObject, below: readonly NewObject[], thin = false): Promise<PushAnswer> => {
    const commit = encodeCommit({ tree: tree.id, parent: undefined, identity, committedAtSeconds: 1, message: "x\n" });
    const newHead = commit.id.toString("hex");
    return push(http, { branch: "main", oldHead: undefined, newHead, objects: [blob, ...below, tree, commit], thin });
  };

  it("catches a tree that is sorted by plain names, as a known-bad input", async () => {
    const folder = rawTree([encodeEntry(sortKey("x", false), blob.id)]);
    const entry = encodeEntry(sortKey("a", true), folder.id);
    const dotted = encodeEntry(sortKey("a.b", false), blob.id);
    // By plain names `a` comes first; Git compares the folder as `a/`, which comes after `a.b`.
    expect(await pushTree(rawTree([entry, dotted]), [folder])).to.have.property("ok", false);
    await scene.server.git("config", "receive.fsckObjects", "false");
    expect(await pushTree(rawTree([entry, dotted]), [folder])).to.have.property("ok", true);
    let verdict = "";
    await scene.fsck().catch((error: unknown) => (verdict = String(error)));
    expect(verdict).to.contain("treeNotSorted");
  });

  it("accepts the same entries in Git's order", async () => {
    const folder = rawTree([encodeEntry(sortKey("x", false), blob.id)]);
    const right = [encodeEntry(sortKey("a.b", false), blob.id), encodeEntry(sortKey("a", true), folder.id)];
    expect(await pushTree(rawTree(right), [folder])).to.deep.equal({ ok: true });
    await scene.fsck();
  });

  it("catches a delta whose result is not what its id says", async () => {
    const tree = rawTree([encodeEntry(sortKey("a", false), blob.id)]);
    expect(await pushTree(tree, [])).to.deep.equal({ ok: true });
    const delta = new DeltaBuilder();
    delta.copy(0, tree.body.length - 1);
    delta.insert(Buffer.of(7));
    const wrong = { base: tree.id, body: delta.build(tree.body.length, tree.body.length) };
    const answer = await pushTree({ ...rawTree([tree.body, tree.body]), delta: wrong }, [], true);
    expect(answer.ok).to.equal(false);
  });

  it("refuses a push onto a branch that is not where we think, so nothing is overwritten", async () => {
    const foreign = await scene.foreignCommit([{ path: "a", content: "x" }]);
    const tree = rawTree([encodeEntry(sortKey("a", false), blob.id)]);
    expect(await pushTree(tree, [])).to.have.property("ok", false);
    expect(await scene.head()).to.equal(foreign);
  });

  it("reads back every pack that git makes, whatever its deltas", async () => {
    for (let round = 0; round < 4; round += 1) {
      const files = Array.from({ length: 60 }, (_, i) => ({
        path: `d${i % 7}/f${i}`,
        content: `${i * (i % 3 ? 1 : round)}`,
      }));
      await scene.foreignCommit(files);
    }
    const list = await scene.server.git("rev-list", "--objects", "--all", "--no-object-names");
    const wanted = list.split("\n");
    for (const offsets of [["--delta-base-offset"], []]) {
      const arguments_ = ["-C", scene.server.repository, "pack-objects", "--stdout", "-q", "--depth=50", ...offsets];
      const pack = execFileSync("git", arguments_, { input: list, maxBuffer: 2 ** 28 });
      const { commits, trees } = parsePack(pack);
      for (const [kind, found] of [
        ["commit", commits],
        ["tree", trees],
      ] as const) {
        for (const [id, body] of found) expect(objectId(kind, body).toString("hex")).to.equal(id);
      }
      const judged = execFileSync("git", ["-C", scene.server.repository, "cat-file", "--batch-check"], {
        input: list,
      }).toString();
      expect([...commits.keys(), ...trees.keys()].sort()).to.deep.equal(
        wanted.filter((id) => new RegExp(`${id} (commit|tree)`).test(judged)).sort(),
      );
    }
  });

  it("makes packs that git index-pack accepts, and finds every cut or flipped byte of one", async () => {
    const objects = Array.from({ length: 40 }, (_, i) => {
      const body = Buffer.from("y".repeat(i * i * 20));
      return { kind: "blob" as const, id: objectId("blob", body), body };
    });
    const pack = encodePack(objects, false);
    execFileSync("git", ["-C", scene.server.repository, "index-pack", "--stdin", "--strict"], { input: pack });
    for (const { id } of objects) await scene.server.git("cat-file", "-e", id.toString("hex"));
    for (let end = 0; end < pack.length; end += 17) expect(() => parsePack(pack.subarray(0, end))).to.throw();
    for (let at = 0; at < pack.length; at += 13) {
      const flipped = Buffer.from(pack);
      flipped[at] = (flipped[at] ?? 0) ^ 4;
      expect(() => parsePack(flipped)).to.throw();
    }
    await failureOf(Promise.resolve().then(() => parsePack(Buffer.alloc(0))));
  });

  it("agrees with git mktree on the id of every random folder", () => {
    const name = fc.stringMatching(/^[a-c][a-c.0-]{0,4}$/);
    const property = fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 30 }),
      fc.uniqueArray(name),
      (files, gone) => {
        const edits = noEdits();
        const folders = files.filter((_, i) => i % 3 === 0);
        for (const one of files) addEdit(edits, folders.includes(one) ? `${one}/x` : one, blob.id);
        const made: NewObject[] = [];
        let tree = applyEdits(EMPTY_TREE, edits, made) ?? EMPTY_TREE;
        const removal = noEdits();
        for (const one of gone) addEdit(removal, folders.includes(one) ? `${one}/x` : one, null);
        const base = tree;
        tree = applyEdits(tree, removal, made) ?? EMPTY_TREE;
        const left = files.filter((one) => !gone.includes(one));
        const inner = rawTree([encodeEntry(sortKey("x", false), blob.id)]).id.toString("hex");
        const input = left.map((one) =>
          folders.includes(one) ? `040000 tree ${inner}\t${one}` : `100644 blob ${blob.id.toString("hex")}\t${one}`,
        );
        const judged = execFileSync("git", ["-C", scene.server.repository, "mktree", "--missing"], {
          input: input.map((line) => `${line}\n`).join(""),
        });
        expect(tree.id.toString("hex")).to.equal(judged.toString().trim());
        expect([...walkFiles(tree)].length).to.equal(left.length);
        const last = made.findLast(({ id }) => id.equals(tree.id));
        if (last?.delta !== undefined) expect(applyDelta(base.raw, last.delta.body)).to.deep.equal(tree.raw);
      },
    );
    fc.assert(property, { numRuns: 60 });
  });
});
