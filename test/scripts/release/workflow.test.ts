import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { findActionlint } from "../../support/actionlint.ts";
import { runToEnd } from "../../support/embedded-binaries.ts";

const ROOT = join(import.meta.dirname, "../../..");
const WORKFLOW = join(ROOT, ".github/workflows/release.yaml");

async function lint(file: string): Promise<string> {
  return (await runToEnd({ command: await findActionlint(), args: ["-no-color", "-shellcheck=", "-pyflakes=", file] }))
    .output;
}

describe("the workflow of a release", function () {
  this.timeout(120_000);

  it("is what GitHub takes", async () => {
    expect(await lint(WORKFLOW)).to.equal("");
  });

  it("would hear of an output that no step has, a runner that is none, and a right that does not exist", async () => {
    const dir = await mkdtemp(join(tmpdir(), "berth-workflow-"));
    const text = await readFile(WORKFLOW, "utf8");
    const bad = {
      "outputs.image }}\n    timeout": "outputs.picture }}\n    timeout",
      "packages: write": "parcels: write",
    };
    try {
      for (const [right, wrong] of Object.entries({ ...bad, "runs-on: ubuntu-24.04\n": "runs-on: ubuntu-1.04\n" })) {
        expect(text).to.contain(right);
        await writeFile(join(dir, "release.yaml"), text.replace(right, wrong));
        expect(await lint(join(dir, "release.yaml")), wrong).to.match(/picture|parcels|ubuntu-1\.04/);
      }
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it("asks the Makefile for what it knows", async () => {
    const makefile = await readFile(join(ROOT, "Makefile"), "utf8");
    const asked = [...(await readFile(WORKFLOW, "utf8")).matchAll(/make release((?: [A-Z]+=yes)+)/g)];
    expect(asked).to.have.length(2);
    for (const [name] of asked.flatMap(([, words = ""]) => [...words.matchAll(/[A-Z]+(?==)/g)]))
      expect(makefile).to.contain(`$(if $(${name}),--${name.toLowerCase()})`);
  });
});
