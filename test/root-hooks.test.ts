import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";

const ROOT = join(import.meta.dirname, "..");
const MOCHA = join(ROOT, "node_modules/mocha/bin/mocha.js");

/** Runs a fixture as mocha runs our tests; the text is all that it said. */
function run(fixture: string): Promise<{ passed: boolean; text: string }> {
  const given = [MOCHA, `test/fixtures/leftovers/${fixture}.mjs`];
  const env = { ...process.env, BERTH_TEST_LEFTOVERS_MS: "300", BERTH_TEST_ENDINGS_MS: "300" };
  return new Promise((resolve) => {
    execFile(process.execPath, given, { cwd: ROOT, env }, (error, stdout) =>
      resolve({ passed: error === null, text: stdout }),
    );
  });
}

/** Makes an error so many calls deep, and counts those that it tells of. */
function framesOf(depth: number): number {
  return depth > 0 ? framesOf(depth - 1) : (new Error("deep").stack ?? "").split("\n").length - 1;
}

describe("The root hooks of the tests", function () {
  this.timeout(300_000);

  it("have an error keep some of its stack, and not thousands of frames", () => {
    expect(framesOf(5_000)).to.be.within(10, 50);
  });

  it("let a file pass that leaves nothing behind", async () => {
    expect((await run("nothing")).passed).to.equal(true);
  });

  const bad = [
    ["late-error", /outlived the tests:\nuncaughtException: Error: the late one/],
    ["unhandled-rejection", /unhandledRejection: Error: the unseen one/],
    ["endless-ending", /did not stop within 0.3 s/],
    ["open-server", /left behind: server \{"address":"127\.0\.0\.1"/],
  ] as const;
  for (const [fixture, words] of bad)
    it(`fail one with (known bad) ${fixture}`, async () => {
      const { passed, text } = await run(fixture);
      expect(text).to.match(words);
      expect(passed).to.equal(false);
    });
});
