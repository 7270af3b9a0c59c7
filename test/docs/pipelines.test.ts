import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { findActionlint } from "../support/actionlint.ts";
import { blocksOf, readDocuments } from "../support/documents.ts";
import { runToEnd } from "../support/embedded-binaries.ts";

const BLOCKS = readDocuments("docs/guides/*.md").flatMap(blocksOf);
const pipelines = (platform: string): string[] =>
  BLOCKS.filter(({ mark }) => mark?.name === "pipeline" && mark.value === platform).map(({ text }) => text);

type Environment = Readonly<{ name?: string; on_stop?: string; action?: string }>;
type Job = Readonly<{ script?: unknown; environment?: Environment; rules?: readonly Readonly<{ when?: string }>[] }>;

/** What GitLab refuses, or would never run, of how environments end. */
function stopFaults(text: string): string[] {
  const jobs = parse(text) as Readonly<Record<string, Job>>;
  return Object.values(jobs).flatMap(({ environment }) =>
    environment?.on_stop === undefined ? [] : endingFaults(jobs[environment.on_stop], environment),
  );
}

function endingFaults(ending: Job | undefined, { name, on_stop: stop = "" }: Environment): string[] {
  if (ending?.script === undefined) return [`there is no job ${stop}`];
  const { environment, rules = [{}] } = ending;
  if (environment?.action !== "stop") return [`${stop}: its action is not stop`];
  if (environment.name !== name) return [`${stop}: it ends another environment`];
  return rules.every(({ when }) => when === "manual") ? [] : [`${stop}: it runs at once`];
}

describe("the pipelines that the guides show", function () {
  this.timeout(120_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "berth-pipelines-"));
  });
  after(() => rm(folder, { recursive: true }));

  const lint = async (text: string): Promise<string> => {
    const file = join(folder, "pipeline.yaml");
    await writeFile(file, text);
    const args = ["-no-color", "-shellcheck=", "-pyflakes=", file];
    return (await runToEnd({ command: await findActionlint(), args })).output;
  };

  it("are what GitHub takes", async () => {
    const found = pipelines("github");
    expect(found).to.have.length(2);
    for (const text of found) expect(await lint(text)).to.equal("");
  });

  it("end what they have begun, on GitLab", () => {
    const found = pipelines("gitlab");
    expect(found).to.have.length(2);
    expect(found.flatMap(stopFaults)).to.deep.equal([]);
    expect(found.filter((text) => text.includes("on_stop"))).to.have.length(1);
  });

  it("would be found out (known bad)", async () => {
    const [github = ""] = pipelines("github").filter((text) => text.includes("preview"));
    for (const [right, wrong] of [
      ["synchronize", "synchronise"],
      ["github.event.number", "github.evnt.number"],
      ["runs-on: ubuntu-latest", "run-on: ubuntu-latest"],
      ["pull-requests: write", "pull-request: write"],
    ] as const) {
      expect(github).to.contain(right);
      expect(await lint(github.replaceAll(right, wrong)), wrong).to.contain(wrong.split(":")[0]);
    }
    const [gitlab = ""] = pipelines("gitlab").filter((text) => text.includes("preview"));
    for (const [right, wrong, fault] of [
      ["on_stop: end-preview", "on_stop: stop-preview", "there is no job"],
      ["action: stop", "action: start", "its action"],
      ["IID, action", "ID, action", "another environment"],
      [", when: manual", "", "at once"],
    ] as const) {
      expect(gitlab).to.contain(right);
      expect(stopFaults(gitlab.replace(right, wrong)).join(), wrong).to.contain(fault);
    }
  });
});
