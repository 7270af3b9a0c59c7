import { expect } from "chai";
import { planJobs } from "../../../scripts/testing/plan-jobs.ts";
import { readImportGraph } from "../../../scripts/testing/import-graph.ts";
import { selectTests } from "../../../scripts/testing/select-tests.ts";

describe("the plan of all test processes", function () {
  this.timeout(120_000);
  const graph = readImportGraph(process.cwd());
  const files = graph.files.filter((file) => file.endsWith(".test.ts") && !file.startsWith("test/nodes/")).sort();
  const jobs = planJobs(files, graph);

  it("has each file once", () => {
    expect(jobs.flatMap((job) => job.files).sort()).to.deep.equal(files);
  });

  it("begins with what takes longest: the stories, in parts of which none waits long for the other", () => {
    const [first, second, third] = jobs;
    expect([first?.name, second?.name].sort()).to.deep.equal(["e2e 1", "e2e 2"]);
    expect(third?.name).to.equal("local");
    const partOf = (story: string): string | undefined =>
      jobs.find((job) => job.files.includes(`test/e2e/${story}.test.ts`))?.name;
    expect(partOf("deployment-fields"), "the two longest").to.not.equal(partOf("guides"));
  });

  it("tells on one platform the stories of a day, which a second one would not pay for", () => {
    const ofDay = planJobs(selectTests([], files, graph), graph);
    expect(ofDay.map(({ name }) => name).filter((name) => name.startsWith("e2e"))).to.deep.equal(["e2e 1"]);
    expect(ofDay.slice(0, 2).map(({ name }) => name)).to.include("e2e 1");
  });

  it("lets what computes stand back, the longest first, in few processes", () => {
    const computing = jobs.filter(({ kind }) => kind === "simulation" || kind === "pure");
    expect(computing.filter(({ niceness }) => niceness === 0)).to.deep.equal([]);
    expect(jobs.filter((job) => !computing.includes(job) && job.niceness !== 0)).to.deep.equal([]);
    expect(computing[0]?.name).to.equal("simulation/chaos/disturbances");
    expect(computing.length).to.be.at.most(16);
    const alone = planJobs(["test/operator/machines/cluster/next.test.ts"], graph);
    expect(alone.map(({ niceness }) => niceness)).to.deep.equal([0]);
  });

  it("takes what compiles the published document or types as what computes, all in one process", () => {
    const compiled = jobs.find(({ name }) => name === "compiled");
    expect(compiled?.kind).to.equal("simulation");
    expect(compiled?.files).to.include.members(["test/contract/rest-limits.test.ts", "test/console/writes.test.ts"]);
  });

  it("leaves the shortest platforms to the end of their kind, where nothing else is left to wait for", () => {
    const platforms = jobs.filter(({ kind }) => kind === "platform").map(({ name }) => name);
    expect(platforms.slice(0, 4)).to.include.members(["e2e 1", "e2e 2", "local", "ha"]);
    expect(platforms.at(-1)).to.equal("upgrade");
  });

  describe("of what runs pods", () => {
    const pods = graph.files.filter((file) => /^test\/nodes\/.+\.test\.ts$/.test(file)).sort();
    const fileOf = (name: string): string => `test/nodes/${name}.test.ts`;

    it("has what counts lost requests apart, and the others on two platforms, of which none waits long for the other", () => {
      const planned = planJobs(pods, graph);
      expect(planned.map(({ name, kind }) => [name, kind]).sort()).to.deep.equal([
        ["nodes 1", "nodes"],
        ["nodes 2", "nodes"],
        ["nodes under load", "load"],
      ]);
      const [counting, ...others] = planned;
      expect(counting?.files).to.include.members(["apps", "rolling-change", "releases"].map(fileOf));
      expect(planned.flatMap((job) => job.files).sort()).to.deep.equal(pods);
      const partOf = (name: string): string | undefined => others.find((job) => job.files.includes(fileOf(name)))?.name;
      expect(partOf("database-story"), "the two longest").to.not.equal(partOf("chaos"));
    });

    it("has a short one in the process of what counts: a platform more would take longer", () => {
      const few = ["apps", "pod-troubles", "rolling-change"].map(fileOf);
      expect(planJobs(few, graph)).to.deep.equal([{ name: "nodes under load", kind: "load", files: few, niceness: 0 }]);
    });

    it("has few of them on one platform", () => {
      const few = ["pod-troubles", "jobs", "drift"].map(fileOf);
      expect(planJobs(few, graph).map(({ name, kind }) => [name, kind])).to.deep.equal([["nodes 1", "nodes"]]);
    });
  });
});
