import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { underLock } from "../../cli/under-lock.ts";

describe("Work under a lock", () => {
  let dir: string;
  let path: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "berth-lock-"));
    path = join(dir, "lock");
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const leave = (file: string): void => {
    writeFileSync(file, "");
    utimesSync(file, 0, 0);
  };

  for (const left of ["lock", "lock.left"])
    it(`is done by one at a time where everybody finds the ${left} of a command that is gone`, async () => {
      leave(path);
      leave(join(dir, left));
      let inside = 0;
      let most = 0;
      const visit = (): Promise<void> =>
        underLock(path, async () => {
          most = Math.max(most, (inside += 1));
          await turn();
          inside -= 1;
        });
      await Promise.all(Array.from({ length: 10 }, visit));
      expect(most).to.equal(1);
      expect(readdirSync(dir)).to.deep.equal([]);
    });

  it("leaves the lock of whoever took its own for one that was left", async () => {
    await underLock(path, () => {
      rmSync(path);
      writeFileSync(path, "another's");
      return Promise.resolve();
    });
    expect(readFileSync(path, "utf8")).to.equal("another's");
  });
});
