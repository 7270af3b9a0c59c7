import { expect } from "chai";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions } from "../../../adapters/kubernetes/kube-port.ts";
import { findPod } from "../../../api/pod-access/find-pod.ts";

const pod = (name: string, ready: "True" | "False", more: object = {}): object => ({
  metadata: { name, creationTimestamp: "2026-01-01T00:00:00Z", managedFields: ["x".repeat(10_000)], ...more },
  spec: { nodeName: "node-1", containers: [{ name: "app", env: ["x".repeat(10_000)] }] },
  status: {
    phase: "Running",
    conditions: [
      { type: "PodScheduled", status: "True" },
      { type: "Ready", status: ready },
    ],
  },
});

describe("The pod of a session", () => {
  it("is chosen among thousands, of which no more is kept than is chosen by", async () => {
    const all = [pod("b", "True"), pod("c", "False"), pod("a", "True", { deletionTimestamp: "2026-01-02T00:00:00Z" })];
    let kept: readonly KubeObject[] = [];
    const client: Pick<KubeClient, "list" | "get"> = {
      list: (async (_type: unknown, { slim = (one) => one }: ListOptions) => {
        kept = all.map((one) => slim(one as KubeObject));
        return Promise.resolve({ items: kept, resourceVersion: "1" });
      }) as KubeClient["list"],
      get: () => Promise.resolve(undefined),
    };
    const where = { namespace: "shop", selector: undefined, isOwn: () => true, pod: undefined, container: undefined };
    expect(await findPod(client, where)).to.deep.equal({ namespace: "shop", pod: "b", container: "app" });
    expect(JSON.stringify(kept).length).to.be.below(1_000);
  });
});
