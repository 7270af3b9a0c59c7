import { expect } from "chai";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, NAMESPACES } from "../../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../../contract/identity.ts";
import { VclusterProvisioner } from "../../../../operator/provisioners/vcluster/vcluster-provisioner.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const SPEC = { provider: "hetzner", region: "fsn1", tier: "shared" } as const;
const ORDER = { handle: "a-1", namespace: "org-a", id: "1", spec: SPEC, host: "h-1" };
const HOST = { metadata: { name: "h" }, spec: SPEC, status: { handle: "h-1" } };
const LEFT = {
  metadata: { name: "a", namespace: "org-a", deletionTimestamp: "2026-01-01T00:00:00Z" },
  spec: SPEC,
  status: { handle: "a-1", host: "h-1" },
};

describe("What a virtual cluster left on its host", () => {
  for (const [what, made] of [
    ["the API server has no more", undefined],
    ["has left its name to another one", { metadata: { name: "a", namespace: "org-a", labels: { [LABELS.id]: "2" } } }],
  ] as const)
    it(`is seen there though the copy has its resource still, which ${what}`, async () => {
      const client = new FakeKubeClient();
      if (made !== undefined) await client.create(CLUSTERS, made, { fieldManager: "test" });
      const host = new FakeKubeClient();
      const metadata = { name: "vc-a-1", labels: { [LABELS.virtualCluster]: "a-1" } };
      await host.create(NAMESPACES, { metadata } as KubeObject, { fieldManager: "test" });
      const byIndex = (index: string): unknown[] => (index === "id" ? [LEFT] : [HOST]);
      const provisioner = new VclusterProvisioner({
        client,
        caches: { clusters: { byIndex } },
        argo: { read: () => Promise.resolve(undefined) },
        tenant: () => host,
        clock: createFakeClock(),
      } as never);
      expect((await provisioner.observe(ORDER)).kind).to.equal("failed");
      await provisioner.remove(ORDER);
      expect(await host.get(NAMESPACES, { name: "vc-a-1" })).to.equal(undefined);
    });
});
