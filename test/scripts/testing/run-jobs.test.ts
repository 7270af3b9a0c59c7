import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { JobKind } from "../../../scripts/testing/plan-jobs.ts";
import { runJobs } from "../../../scripts/testing/run-jobs.ts";

const FILES = ["test/fixtures/test-processes/meets.mjs"];

describe("test processes beside each other", function () {
  this.timeout(300_000);
  let meeting: string;
  beforeEach(() => (meeting = mkdtempSync(join(tmpdir(), "berth-meeting-"))));
  afterEach(() => rmSync(meeting, { recursive: true }));

  const failuresOf = async (kinds: readonly JobKind[], guests = kinds.length): Promise<readonly string[]> => {
    const environment = { ...process.env, BERTH_TEST_MEETING: meeting, BERTH_TEST_GUESTS: String(guests) };
    const jobs = kinds.map((kind, at) => ({ name: `${kind} ${at}`, kind, files: FILES, niceness: 1 }));
    const results = await runJobs(jobs, environment, () => undefined);
    return results.flatMap(({ failures }) => failures);
  };

  it("are two platforms and a room with servers, and one that computes", async () => {
    expect(await failuresOf(["platform", "platform", "servers", "simulation"])).to.deep.equal([]);
  });

  it("are rooms with servers, where no platform waits any more", async () => {
    expect(await failuresOf(["servers", "servers", "servers"])).to.deep.equal([]);
  });

  it("are two whose pods run, and one that computes", async () => {
    expect(await failuresOf(["nodes", "nodes", "pure"])).to.deep.equal([]);
  });

  it("are no servers beside one whose pods run: the next has its place", async () => {
    expect(await failuresOf(["nodes", "servers"], 1)).to.deep.equal([]);
    expect(readdirSync(meeting)).to.deep.equal(["0"]);
  });

  it("are none, not even one that computes, beside one that counts lost requests", async () => {
    expect(await failuresOf(["load", "pure", "load"], 1)).to.deep.equal([]);
    expect(readdirSync(meeting)).to.deep.equal(["0"]);
  });

  it("are all that compute, where nothing else is left", async () => {
    expect(await failuresOf(["pure", "simulation", "pure"])).to.deep.equal([]);
  });
});
