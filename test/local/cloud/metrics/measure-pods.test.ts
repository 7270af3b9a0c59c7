import { expect } from "chai";
import { parseQuantity } from "../../../../adapters/kubernetes/parse-quantity.ts";
import { measureNodes, measurePods, type SimulatedPod } from "../../../../local/cloud/metrics/measure-pods.ts";

const HOUR_MS = 3_600_000;
const pod = (name: string, limits?: object, phase = "Running"): SimulatedPod => ({
  metadata: { name, namespace: "shop", uid: `uid-of-${name}`, labels: { app: "shop" } },
  spec: {
    nodeName: "node-1",
    containers: [
      {
        name: "app",
        resources: { requests: { cpu: "200m", memory: "256Mi" }, ...(limits && { limits: { ...limits } }) },
      },
    ],
  },
  status: { phase },
});

type Measure = Readonly<{ timestamp: string; containers: readonly { usage: { cpu: string; memory: string } }[] }>;
const measure = (one: SimulatedPod, nowMs: number): Measure => measurePods([one], nowMs)[0] as Measure;
const cpuOf = ({ containers }: Measure): number => parseQuantity(containers[0]?.usage.cpu) ?? Number.NaN;
const memoryOf = ({ containers }: Measure): number => parseQuantity(containers[0]?.usage.memory) ?? Number.NaN;

describe("what simulated pods take", () => {
  it("lies at every time between a third and two thirds of what was asked for, and moves", () => {
    for (const name of ["a", "b", "c", "d", "e", "f"]) {
      const all = Array.from({ length: 120 }, (_, index) => measure(pod(name), index * 60_000));
      for (const one of all) {
        expect(cpuOf(one), name).to.be.within(0.2 * 0.3, 0.2 * 0.7);
        expect(memoryOf(one), name).to.be.within(256 * 2 ** 20 * 0.35, 256 * 2 ** 20 * 0.65);
      }
      expect(new Set(all.map(cpuOf)).size, name).to.be.above(20);
    }
    expect(cpuOf(measure(pod("a"), HOUR_MS))).not.to.equal(cpuOf(measure(pod("b"), HOUR_MS)));
  });

  it("stays below limits, and is measured every 15 s", () => {
    expect(cpuOf(measure(pod("a", { cpu: "20m" }), HOUR_MS))).to.be.at.most(0.0181);
    expect(measure(pod("a"), HOUR_MS + 14_000)).to.deep.equal(measure(pod("a"), HOUR_MS));
    expect(measure(pod("a"), HOUR_MS + 15_000).timestamp).to.equal("1970-01-01T01:00:15Z");
  });

  it("is nothing of pods that do not run, and summed up for their node", () => {
    const pods = [pod("a"), pod("b"), pod("ended", {}, "Succeeded")];
    expect(measurePods(pods, HOUR_MS)).to.have.length(2);
    const node = { metadata: { name: "node-1" }, status: { allocatable: { cpu: "2", memory: "4Gi" } } };
    const [measured] = measureNodes([node], pods, HOUR_MS) as readonly { usage: { cpu: string } }[];
    const cpu = pods.slice(0, 2).reduce((sum, one) => sum + cpuOf(measure(one, HOUR_MS)), 0.08);
    expect(parseQuantity(measured?.usage.cpu)).to.be.closeTo(cpu, 0.001);
  });
});
