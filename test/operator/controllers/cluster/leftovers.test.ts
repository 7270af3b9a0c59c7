import { expect } from "chai";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import type { ResourceType } from "../../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { CONFIG_MAPS } from "../../../../adapters/kubernetes/resource-types.ts";
import { Leftovers } from "../../../../operator/controllers/cluster/leftovers.ts";
import type { ClusterOrder, Provisioner } from "../../../../operator/provisioners/port.ts";
import { createCapturedLogger } from "../../../support/captured-logger.ts";

const item = (handle: string, order?: string): object => ({
  metadata: { name: `leftover-${handle}`, namespace: "berth-system" },
  data: {
    "order.json":
      order ??
      JSON.stringify({
        handle,
        namespace: "org-a",
        id: handle,
        spec: { provider: "local", region: "local-1", tier: "dedicated" },
      }),
  },
});

async function swept(items: readonly object[], refused: string): Promise<string[]> {
  const removed: string[] = [];
  const local: Provisioner = {
    observe: () => Promise.resolve({ kind: "failed", message: "m", region: undefined }),
    ensure: () => Promise.resolve(),
    remove: ({ handle }: ClusterOrder) => {
      if (handle === refused) return Promise.reject(new KubeError("DELETE", { status: 403, reason: "Forbidden" }));
      removed.push(handle);
      return Promise.resolve();
    },
  };
  const list = (type: ResourceType): Promise<unknown> =>
    Promise.resolve({ items: type === CONFIG_MAPS ? items : [], resourceVersion: "1" });
  const client = { list } as unknown as KubeClient;
  const leftovers = new Leftovers(client, {
    namespace: "berth-system",
    provisioners: { local },
    logger: createCapturedLogger().logger,
  });
  await leftovers.sweep();
  return removed;
}

describe("Leftovers", () => {
  it("are removed though one before them is refused", async () => {
    expect(await swept([item("a"), item("b"), item("c")], "a")).to.deep.equal(["b", "c"]);
  });
  it("are removed though what is written of one before them cannot be read", async () => {
    expect(await swept([item("a", "{"), item("b")], "")).to.deep.equal(["b"]);
  });
});
