import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { VCLUSTER_CHART } from "../../../render/cluster/virtual-cluster.ts";
import { VCLUSTER_PROGRAMS } from "./programs.ts";

describe("The real vcluster of the tests", () => {
  it("is built from the version that the platform installs", async () => {
    const module = await readFile(join(VCLUSTER_PROGRAMS.moduleDir, "go.mod"), "utf8");
    expect(module).to.contain(`\tgithub.com/loft-sh/vcluster v${VCLUSTER_CHART.version}\n`);
  });
});
