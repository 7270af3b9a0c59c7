import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { countHeldBuffers } from "../../api/count-held-buffers.ts";

const MODULE = new URL("../../api/count-held-buffers.ts", import.meta.url).href;

describe("What has the engine collect its memory", () => {
  it("is told to engines that do not do so by themselves, and to no other", () => {
    const told: string[] = [];
    const versions = ["13.6.233.17-node.29", "14.6.202.34-node.34", "14.7.0", "14.8.1", "14.10.0", "15.0.1"];
    const were = versions.map((version) => countHeldBuffers(version, (flag) => told.push(flag)));
    expect(were).to.deep.equal([true, true, true, false, false, false]);
    expect(new Set(told).size).to.equal(1);
  });

  /** Asks a process of this engine for the flags that it has been given since it began. */
  async function toldFlag(isTold: boolean): Promise<string> {
    const call = isTold ? `(await import(${JSON.stringify(MODULE)})).countHeldBuffers();` : "";
    // An engine that does not know a flag says so, and goes on.
    const script = `${call} (await import("node:v8")).setFlagsFromString("--help");`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
    return /--external-memory-accounted-in-global-limit[^\n]*\n[^\n]*default: (\S+)/.exec(stdout)?.[1] ?? "none";
  }
  it("is heeded by this engine, which would not do so untold", async () => {
    const flag = "external-memory-accounted-in-global-limit";
    // Where the engine does so by itself, neither has the flag, and the module can go.
    expect(await toldFlag(false)).to.equal(`--no-${flag}`);
    expect(await toldFlag(true)).to.equal(`--${flag}`);
  });
});
