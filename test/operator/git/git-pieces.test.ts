import { expect } from "chai";
import fc from "fast-check";
import { commitMessage, trailerLines } from "../../../operator/git/commit-message.ts";
import { assertIdentity } from "../../../operator/git/commit-object.ts";
import { CommitOrder } from "../../../operator/git/commit-order.ts";
import { applyDelta, DeltaBuilder } from "../../../operator/git/delta.ts";
import { mayRemove } from "../../../operator/git/deletion-guard.ts";
import { assertFilePath } from "../../../operator/git/file-path.ts";
import { GitError } from "../../../operator/git/git-error.ts";
import { HttpClient } from "../../../operator/git/http-client.ts";
import { encodeLine, parseLines, splitSideBand } from "../../../operator/git/pkt-line.ts";
import { addEdit, applyEdits, noEdits } from "../../../operator/git/tree-edit.ts";
import { changedPaths } from "../../../operator/git/tree-diff.ts";
import { EMPTY_TREE } from "../../../operator/git/tree.ts";
import type { Tree } from "../../../operator/git/tree.ts";

describe("paths of the branch", () => {
  const good = [
    "clusters/a/deployments/b-1/values.yaml",
    "a",
    "a.b",
    "platform/charts/workload/1.0.0/Chart.yaml",
    "platform/charts/x/templates/_helpers.tpl",
  ];
  const bad = [
    "",
    "/",
    "/a",
    "a/",
    "a//b",
    ".",
    "..",
    "a/../b",
    "../a",
    "a/./b",
    ".git/config",
    "a/.git/hooks",
    "a..b",
    "a_b",
    "A",
    "ä",
    "a b",
    "a\nb",
    "a\0b",
    "a\\b",
    "-a",
    "a/-b",
    "platform/../x",
    "platform/.git/x",
    "platform/a/..",
    "clusters/Chart.yaml",
    "x".repeat(256),
    `${"a/".repeat(600)}a`,
    "a\u202eb",
    "con:x",
    "git~1",
  ];
  for (const path of good) it(`allows ${path}`, () => assertFilePath(path));
  for (const path of bad)
    it(`refuses ${JSON.stringify(path.slice(0, 40))}`, () => expect(() => assertFilePath(path)).to.throw(GitError));

  it("lets no string through that could leave the branch's root or confuse git", () => {
    const piece = fc.oneof(
      fc.constantFrom("..", ".", ".git", "a", "", "/", "\\", "\0", "platform", "-", "%2e"),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom("/", ""), (pieces, between) => {
        const path = pieces.join(between);
        try {
          assertFilePath(path);
        } catch {
          return;
        }
        for (const part of path.split("/"))
          expect(part)
            .to.match(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/)
            .and.not.contain("..");
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("commit messages", () => {
  it("names the one resource, or counts them", () => {
    const one = { resource: "Deployment/o/a", lines: ["Berth-Resource: Deployment/o/a"] };
    expect(commitMessage([one])).to.equal("Update Deployment/o/a\n\nBerth-Resource: Deployment/o/a\n");
    expect(commitMessage([one, one]).split("\n")[0]).to.equal("Update 2 resources");
  });

  it("lets no free text become a line of its own", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (resource, requestId, author) => {
        let lines: readonly string[];
        try {
          lines = trailerLines({ resource, generation: 1, requestId, author });
        } catch {
          return;
        }
        for (const line of lines) expect(line).to.match(/^Berth-[A-Za-z-]+: [A-Za-z0-9./_-]+$/);
      }),
    );
  });

  it("refuses a committer that would break the header", () => {
    assertIdentity({ name: "Berth", email: "berth@localhost" });
    for (const name of ["", "a\nparent x", "<x>", "a\0"])
      expect(() => assertIdentity({ name, email: "a@b" })).to.throw(GitError);
    for (const email of ["", "a b", "a>b", "a\nb"])
      expect(() => assertIdentity({ name: "a", email })).to.throw(GitError);
  });
});

describe("deltas", () => {
  it("turn any base into any target", () => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(bytes, bytes, fc.nat(), fc.nat(), (first, insert, from, length) => {
        const base = Buffer.from(first);
        const start = base.length === 0 ? 0 : from % base.length;
        const size = Math.min(length % 300, base.length - start);
        const target = Buffer.concat([base.subarray(start, start + size), Buffer.from(insert), base]);
        const delta = new DeltaBuilder();
        delta.copy(start, size);
        delta.insert(Buffer.from(insert));
        delta.copy(0, base.length);
        expect(applyDelta(base, delta.build(base.length, target.length)).equals(target)).to.equal(true);
      }),
    );
  });

  it("copy more than one operation can hold", () => {
    const base = Buffer.alloc(0x1_00_00_10, 7);
    const delta = new DeltaBuilder();
    delta.copy(0, base.length);
    expect(applyDelta(base, delta.build(base.length, base.length)).equals(base)).to.equal(true);
  });

  it("that do not fit are refused", () => {
    const base = Buffer.from("abc");
    for (const bytes of [
      [3, 1],
      [3, 1, 0],
      [3, 1, 0x91, 0, 9],
      [4, 1, 1, 65],
      [3, 2, 1, 65],
      [3, 1, 5, 65],
      [3, 1, 2, 65, 66],
      [],
    ]) {
      expect(() => applyDelta(base, Buffer.from(bytes))).to.throw(GitError);
    }
  });
});

describe("pkt-lines", () => {
  it("read back what was written, and find every cut", () => {
    const bytes = Buffer.concat([encodeLine("want x\n"), Buffer.from("0001"), encodeLine("y"), Buffer.from("0000")]);
    expect(parseLines(bytes).map(String)).to.deep.equal(["want x\n", "delimiter", "y", "flush"]);
    for (const cut of [1, 3, 5, 10, bytes.length - 1])
      expect(() => parseLines(bytes.subarray(0, cut))).to.throw(GitError);
    for (const senseless of ["zzzz", "0003", "fff", "<htm"])
      expect(() => parseLines(Buffer.from(senseless))).to.throw(GitError);
  });

  it("report a server that stops in the middle, without its control characters", () => {
    expect(() => splitSideBand([Buffer.from("\u0003out of\u001b[31m disk\n")])).to.throw(GitError, "out of [31m disk");
  });
});

describe("the order of commits", () => {
  const header = (...parents: string[]): { tree: string; parents: string[]; committedAtMs: number } => ({
    tree: "t",
    parents,
    committedAtMs: 0,
  });

  it("stays exact through appends, foreign commits, merges and a rewritten history", () => {
    const order = new CommitOrder();
    order.moveTo(
      "c",
      new Map([
        ["a", header("older")],
        ["b", header("a")],
        ["c", header("b")],
      ]),
    );
    expect(order.compare("a", "c")).to.equal("same-or-after");
    order.append("d");
    order.moveTo(
      "m",
      new Map([
        ["m", header("s2", "e")],
        ["e", header("d")],
        ["s2", header("s1")],
        ["s1", header("a")],
      ]),
    );
    expect(order.compare("d", "e")).to.equal("same-or-after");
    expect(order.compare("e", "m")).to.equal("same-or-after");
    expect(order.compare("s1", "m")).to.equal("unknown");
    order.moveTo("b", new Map());
    expect(order.compare("a", "b")).to.equal("same-or-after");
    expect(order.compare("c", "b")).to.equal("unknown");
    order.moveTo("x", new Map([["x", header()]]));
    expect(order.compare("a", "x")).to.equal("unknown");
    expect(order.compare("gone", "gone")).to.equal("same-or-after");
  });

  it("forgets the oldest of very many", () => {
    const order = new CommitOrder();
    for (let i = 0; i <= 100_000; i += 1) order.append(`${i}`);
    expect(order.compare("0", "1")).to.equal("unknown");
    expect(order.compare("1", "2")).to.equal("same-or-after");
  });
});

describe("the mass-deletion guard", () => {
  const rows = [
    { name: "20 of a small branch", removed: 20, observed: 0, applications: 30, expect: true },
    { name: "21 of a small branch", removed: 21, observed: 0, applications: 30, expect: false },
    { name: "21 of which 20 were seen", removed: 21, observed: 20, applications: 30, expect: false },
    { name: "all, all seen", removed: 30, observed: 30, applications: 30, expect: true },
    { name: "5 % of a large branch", removed: 50, observed: 0, applications: 1_000, expect: true },
    { name: "more than 5 % of a large branch", removed: 51, observed: 0, applications: 1_000, expect: false },
  ];
  for (const row of rows) {
    it(`${row.expect ? "allows" : "refuses"} ${row.name}`, () => {
      const paths = Array.from({ length: row.applications }, (_, i) => `clusters/c${i % 3}/applications/a${i}.yaml`);
      expect(mayRemove(row.removed, row.observed, treeOf([...paths, "clusters/c0/resource.yaml"]))).to.equal(
        row.expect,
      );
    });
  }
});

describe("the difference of two trees", () => {
  it("names added, changed and removed files, and files that became folders", () => {
    const before = treeOf(["a/x", "a/y", "b", "same/z"]);
    const after = treeOf(["a/x", "b/c", "new", "same/z"]);
    expect([...changedPaths(before, after)].sort()).to.deep.equal(["a/y", "b", "b/c", "new"]);
    expect(changedPaths(before, before).size).to.equal(0);
  });
});

describe("an edited tree", () => {
  it("keeps no more memory than it has bytes, however small it is", () => {
    const kept = (tree: Tree): [number, number][] => [
      [tree.raw.length, tree.raw.buffer.byteLength],
      ...tree.children.flatMap((child) => (child === undefined ? [] : kept(child))),
    ];
    const all = kept(treeOf(["a/x", "a/y/z", "b"]));
    expect(all).to.have.length(3);
    for (const [bytes, memory] of all) expect(memory).to.equal(bytes);
  });
});

describe("the HTTP client", () => {
  it("takes no credentials from the URL, where they would leak", () => {
    const make = (): unknown =>
      new HttpClient({ url: "https://user:canary@git.example/x.git", credentials: () => undefined });
    expect(make)
      .to.throw(GitError)
      .and.not.to.match(/canary/);
  });
});

function treeOf(paths: readonly string[]): Tree {
  const edits = noEdits();
  for (const path of paths) addEdit(edits, path, Buffer.alloc(20, 1));
  return applyEdits(EMPTY_TREE, edits, []) ?? EMPTY_TREE;
}
