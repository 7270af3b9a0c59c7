import { join } from "node:path";
import { expect } from "chai";
import { readImportGraph } from "../../../scripts/testing/import-graph.ts";
import { selectTests } from "../../../scripts/testing/select-tests.ts";

describe("the tests that somebody asks for", () => {
  const graph = readImportGraph(process.cwd());
  const tests = graph.files.filter((file) => file.endsWith(".test.ts")).sort();
  /** Joined, so that this file does not reach them: who does has all built that they start. */
  const path = (name: string): string => join("test", name);
  const ofNodes = (files: readonly string[]): readonly string[] =>
    files.filter((file) => file.startsWith(`${path("nodes")}/`));

  it("are all for a night, and without a word all but those of real nodes and a few that there are", () => {
    expect(selectTests(["--all"], tests, graph)).to.deep.equal(tests);
    const others = new Set(tests).difference(new Set(ofNodes(tests)));
    const left = others.difference(new Set(selectTests([], tests, graph)));
    expect([...left]).to.include.members(["chaos/everything.test.ts", "e2e/truth.test.ts"].map(path));
    // A file that was renamed would run in both.
    expect(left.size).to.equal(29);
  });

  it("are these and a few of real nodes in CI, each once", () => {
    const chosen = selectTests(["--ci"], tests, graph);
    expect(ofNodes(chosen))
      .to.deep.equal(selectTests(["--few-nodes"], tests, graph))
      .and.to.have.length(1);
    expect(new Set(chosen).size).to.equal(chosen.length);
  });

  it("are in CI none for which programs are built that only tests of real nodes for a night start", () => {
    const programs = ["last-mile", "external-secrets", "velero"].map((of) => path(`support/${of}/programs.ts`));
    const reaching = (files: readonly string[]): readonly string[] =>
      files.filter((file) => programs.some((program) => graph.reaches(file, program)));
    expect(reaching(selectTests(["--ci"], tests, graph))).to.deep.equal([]);
    expect(reaching(ofNodes(tests)), "known bad").to.include(path("nodes/velero.test.ts"));
  });

  it("are those of real nodes but the longest, which a night has", () => {
    const chosen = selectTests(["--nodes"], tests, graph);
    expect(chosen).to.include.members([...selectTests(["--few-nodes"], tests, graph)]);
    const left = new Set(ofNodes(tests)).difference(new Set(chosen));
    expect([...left]).to.include(path("nodes/chaos.test.ts"));
    // A file that was renamed would run in both.
    expect(left.size).to.equal(23);
  });

  it("are those of a file or folder, and a name that is none is refused", () => {
    expect(selectTests([`${path("nodes")}/`], tests, graph)).to.deep.equal(ofNodes(tests));
    expect(selectTests([path("scripts/testing/select-tests.test.ts")], tests, graph)).to.have.length(1);
    expect(() => selectTests(["test/nod"], tests, graph)).to.throw("No test is named test/nod.");
  });
});
