import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { ClusterNumbers } from "../../../local/nodes/cluster-numbers.ts";
import { chooseClusterNumber } from "../../../local/nodes/network-plan.ts";

const ROUTES = "Iface\tDestination\tGateway\n";
const prefix = `berth-test-${process.pid}`;
const readRoutes = (): Promise<string> => Promise.resolve(ROUTES);
const MODULE = join(import.meta.dirname, "../../../local/nodes/cluster-numbers.ts");

describe("the numbers of clusters", () => {
  const platforms: ClusterNumbers[] = [];
  const platform = (): ClusterNumbers => {
    const numbers = new ClusterNumbers({ readRoutes, prefix });
    platforms.push(numbers);
    return numbers;
  };
  afterEach(() => platforms.splice(0).forEach((one) => one.close()));

  it("differ between platforms that choose at the same moment, when no routes say anything yet", async () => {
    const chosen = await Promise.all([platform(), platform(), platform()].map((one) => one.choose([])));
    expect(chosen.toSorted()).to.deep.equal([1, 2, 3]);
  });

  it("would be the same by the routes alone (known bad)", () => {
    expect(chooseClusterNumber([], ROUTES)).to.equal(chooseClusterNumber([], ROUTES));
  });

  it("are kept from other processes as long as one lives, and no longer", async () => {
    const [one, other] = [platform(), platform()];
    const held = await one.choose([]);
    const script = `
      import { ClusterNumbers } from ${JSON.stringify(MODULE)};
      const numbers = new ClusterNumbers({ prefix: ${JSON.stringify(prefix)}, readRoutes: async () => "" });
      console.log(await numbers.choose([]));
      process.kill(process.pid, "SIGKILL");
    `;
    const options = ["--input-type=module-typescript", "--eval", script];
    const told = await promisify(execFile)(process.execPath, options).catch((error: unknown) => error);
    expect(Number((told as { stdout: string }).stdout)).to.equal(held + 1);
    expect(await other.choose([])).to.equal(held + 1);
  });

  it("are held again by a platform that comes back, unless another one has them by then", async () => {
    const [one, other] = [platform(), platform()];
    await one.hold(7);
    await one.hold(7);
    const refused = await other.hold(7).catch((error: unknown) => String(error));
    expect(refused).to.contain("10.250.7.0/24").and.to.contain("stop that platform");
    one.close();
    await other.hold(7);
  });

  it("are given back where no cluster came of them", async () => {
    const [one, other] = [platform(), platform()];
    expect(await one.choose([])).to.equal(1);
    expect(await one.choose([])).to.equal(1);
    expect(await one.choose([1])).to.equal(2);
    expect(await other.choose([])).to.equal(3);
  });
});
