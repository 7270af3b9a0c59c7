import { expect } from "chai";
import fc from "fast-check";
import type { GitFault } from "../../support/git-server.ts";
import { GitScene, writeUntilDone } from "./git-scene.ts";
import type { WriteRequest } from "../../../operator/git/write-request.ts";

/** Names that Git sorts otherwise than a plain string sort does: `a` as a folder comes after `a.b` and before `a0`. */
const part = fc.constantFrom("a", "a-b", "a.b", "a0", "ab", "b", "b-", "z9");
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `clusters/${parts.join("/")}.x`);
const content = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("", "1\n", "2\n", "ü".repeat(300)) },
  { weight: 2, arbitrary: fc.constant(null) },
);
const change = fc.record({ path, content });
const fault = fc.constantFrom<GitFault | undefined>(undefined, undefined, "answer-lost", "request-cut", "refuse-race");
const step = fc.record({
  changes: fc.uniqueArray(change, { minLength: 1, maxLength: 12, selector: (one) => one.path }),
  foreign: fc.option(change.filter((one) => one.content !== null)),
  fault,
});

describe("Git writer against a model", function () {
  this.timeout(300_000);

  it("leaves exactly the files that a plain map would have, whatever the order, the faults and the foreign commits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), fc.boolean(), async (steps, filter) => {
        const scene = await GitScene.open({ filter });
        try {
          await runSteps(scene, steps);
        } finally {
          await scene.close();
        }
      }),
      { numRuns: 15 },
    );
  });
});

type Step = Readonly<{
  changes: readonly { path: string; content: string | null }[];
  foreign: { path: string; content: string | null } | null;
  fault: GitFault | undefined;
}>;

async function runSteps(scene: GitScene, steps: readonly Step[]): Promise<void> {
  const writer = await scene.writer({ headCheckMs: 20 });
  const model = new Map<string, string>();
  for (const { changes, foreign, fault } of steps) {
    if (foreign?.content != null) {
      const changed = new Set(changes.map((one) => one.path));
      await scene.foreignCommit([{ path: foreign.path, content: foreign.content }]);
      if (!changed.has(foreign.path)) model.set(foreign.path, foreign.content);
      // A writer that has not seen the foreign file yet may rightly call its own content unchanged; so it looks.
      await scene.syncWriter(writer);
    }
    if (fault !== undefined) scene.server.inject(fault);
    await Promise.all(changes.map((one) => writeUntilDone(writer, requestOf(one))));
    for (const one of changes) {
      if (one.content === null) model.delete(one.path);
      else model.set(one.path, one.content);
    }
    expect(await scene.files()).to.deep.equal(sorted(model));
  }
  expect(writer.listPaths("").sort()).to.deep.equal([...model.keys()].sort());
  await scene.fsck();
}

function requestOf(change: { path: string; content: string | null }): WriteRequest {
  return { key: change.path, files: [change], trailers: { resource: "Deployment/org/x", generation: 1 } };
}

function sorted(model: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...model].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}
