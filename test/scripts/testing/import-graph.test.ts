import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { readImportGraph, type ImportGraph } from "../../../scripts/testing/import-graph.ts";
import { kindOf, planJobs } from "../../../scripts/testing/plan-jobs.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** What tests more than one room, and what tests need. */
const BEYOND_ROOMS =
  /^test\/(chaos|e2e|ha|install|nodes|schemathesis|simulation|support|upgrade|console\/stories)(\/|$)|^test$/;

describe("the tests of a file", () => {
  let graph: ImportGraph;
  let tests: readonly string[];
  before(() => {
    graph = readImportGraph(ROOT);
    tests = graph.files.filter((file) => file.endsWith(".test.ts"));
  });

  const reaching = (path: string): readonly string[] => tests.filter((test) => graph.reaches(test, path));

  it("are those that import it, over any number of steps", () => {
    expect(reaching("operator/machines/cluster/next.ts")).to.include.members([
      "test/operator/machines/cluster/next.test.ts",
      "test/simulation/simulation.test.ts",
    ]);
    expect(reaching("operator/machines/cluster/next.ts")).not.to.include("test/api/quotas.test.ts");
  });

  it("are also those that start it as a process, and those that read it or its folder", () => {
    expect(reaching("api/main.ts")).to.include("test/ha/rolling-restart.test.ts");
    expect(reaching("api/openapi.json")).to.include("test/contract/openapi-document.test.ts");
    expect(reaching("crds/hosting.berth.dev_clusters.yaml")).to.include("test/api/quotas.test.ts");
  });

  it("are none for what is not there (known bad)", () => {
    expect(reaching("operator/machines/no-such.ts")).to.deep.equal([]);
  });

  it("stand in one place: test/ has the folders of the product", () => {
    expect(graph.files.filter((file) => file.endsWith(".test.ts") && !file.startsWith("test/"))).to.deep.equal([]);
    const folders = [...new Set(tests.map((test) => dirname(test)))].filter((folder) => !BEYOND_ROOMS.test(folder));
    expect(folders.filter((folder) => !existsSync(join(ROOT, folder.slice("test/".length))))).to.deep.equal([]);
  });

  it("are pure when they can start no process", () => {
    expect(kindOf("test/operator/machines/cluster/next.test.ts", graph)).to.equal("pure");
    expect(kindOf("test/api/quotas.test.ts", graph)).to.equal("servers");
    // A browser is a process, too.
    expect(kindOf("test/api/reference/page.test.ts", graph)).to.equal("servers");
    expect(kindOf("test/simulation/simulation.test.ts", graph)).to.equal("simulation");
    expect(kindOf("test/e2e/story.test.ts", graph)).to.equal("platform");
  });

  it("run all, each once", () => {
    const planned = planJobs(tests, graph).flatMap(({ files }) => files);
    expect([...planned].sort()).to.deep.equal([...tests].sort());
  });
});
