import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { awaitLock, takeLock } from "../../local/processes/lock.ts";

describe("awaitLock", () => {
  let dir: string;
  let path: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-lock-"));
    path = join(dir, "lock");
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  it("lets one at a time in, however many come and go, and leaves nothing behind", async () => {
    // What a process that died left: everybody finds it at once.
    await writeFile(path, JSON.stringify({ pid: 1, identity: "of another life" }));
    let inside = 0;
    let most = 0;
    const visit = async (): Promise<void> => {
      const release = await awaitLock(path, 1);
      most = Math.max(most, (inside += 1));
      await turn();
      inside -= 1;
      await release();
    };
    await Promise.all(Array.from({ length: 30 }, visit));
    expect(most).to.equal(1);
    expect(await readdir(dir)).to.deep.equal([]);
  });

  it("takes over from a process that died in the middle of writing, and from nobody who lives", async () => {
    await writeFile(path, '{"pid":');
    const release = await takeLock(path);
    expect(release).to.be.a("function");
    expect(await takeLock(path)).to.equal(undefined);
    await release?.();
    expect(await takeLock(path)).to.be.a("function");
  });
});
