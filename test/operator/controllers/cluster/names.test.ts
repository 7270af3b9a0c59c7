import { expect } from "chai";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import { DNS_ENDPOINTS } from "../../../../adapters/kubernetes/resource-types.ts";
import type { ClusterContext } from "../../../../operator/controllers/cluster/context.ts";
import {
  createNameLooks,
  lookAtNames,
  observeNames,
  publishNames,
} from "../../../../operator/controllers/cluster/names.ts";
import type { NamesView } from "../../../../operator/machines/cluster/names.ts";
import type { FoundRecords } from "../../../../operator/machines/deployment/domain-points.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { eventually } from "../../../support/eventually.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { ChangingClient } from "../../../support/changing-client.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const PLACE = { namespace: "org-acme", name: "one-abcdefghij" };
const ADDRESS = "203.0.113.7";
const NOWHERE: FoundRecords = { alias: undefined, addresses: [] };

function clusterOf(namesUnder: "cluster" | "platform" | undefined): ClusterObject {
  const metadata = { namespace: PLACE.namespace, name: "one", uid: "u-1", generation: 1 };
  const spec = { provider: "local", region: "local-1", tier: "dedicated", namesUnder };
  return { metadata, spec, status: { handle: PLACE.name } } as unknown as ClusterObject;
}

type Scene = Readonly<{ context: ClusterContext; client: FakeKubeClient; warned: string[]; asked: string[] }>;

function sceneOf(dns: "manual" | "external-dns", client = new FakeKubeClient(), found = NOWHERE): Scene {
  const clock = createFakeClock();
  const [warned, asked]: [string[], string[]] = [[], []];
  const lookUp = async (name: string): Promise<FoundRecords> => {
    asked.push(name);
    return Promise.resolve(found);
  };
  const context = {
    client,
    clock,
    settings: { dns, appsDomain: "apps.test" },
    logger: { warn: (message: string) => warned.push(message) },
    names: createNameLooks(lookUp, clock, () => undefined),
  };
  return { context: context as unknown as ClusterContext, client, warned, asked };
}

/** Looks until somebody has answered. */
async function seenBy({ context }: Scene, object: ClusterObject, address = ADDRESS): Promise<NamesView> {
  return eventually(async () => {
    const view = lookAtNames(context, object, address);
    await Promise.resolve();
    if (view === undefined || view.kind === "unasked") throw new Error("not asked yet");
    return view;
  });
}

describe("The DNS record of a cluster", () => {
  const own = clusterOf("cluster");

  it("is one wildcard under its handle, owned by it, and written once", async () => {
    const scene = sceneOf("external-dns");
    const first = await seenBy(scene, own);
    expect(first).to.include({
      kind: "seen",
      endpoint: "stale",
      verdict: "nowhere",
      name: "*.one-abcdefghij.apps.test",
    });
    expect(scene.asked).to.deep.equal(["berth.one-abcdefghij.apps.test"]);
    await publishNames(scene.context, own, first);
    const made = await scene.client.get(DNS_ENDPOINTS, PLACE);
    expect(made?.["spec"]).to.deep.equal({
      endpoints: [{ dnsName: "*.one-abcdefghij.apps.test", recordType: "A", recordTTL: 300, targets: [ADDRESS] }],
    });
    expect(made?.metadata.ownerReferences).to.deep.equal([
      { apiVersion: "hosting.berth.dev/v1alpha1", kind: "Cluster", name: "one", uid: "u-1" },
    ]);
    expect(await seenBy(scene, own)).to.include({ endpoint: "current" });
    expect(await seenBy(scene, own, "lb.example.net"), "an address of another kind").to.include({ endpoint: "stale" });
    await publishNames(scene.context, own, await seenBy(scene, own, "lb.example.net"));
    const spec = (await scene.client.get(DNS_ENDPOINTS, PLACE))?.["spec"];
    expect(JSON.stringify(spec)).to.contain('"CNAME"').and.to.contain('["lb.example.net"]');
  });

  it("is nobody's where names are under the platform's domain, or where people make it", async () => {
    for (const namesUnder of ["platform", undefined] as const)
      expect(lookAtNames(sceneOf("external-dns").context, clusterOf(namesUnder), ADDRESS)).to.equal(undefined);
    expect(lookAtNames(sceneOf("external-dns").context, own, undefined)).to.deep.equal({ kind: "untold" });
    const manual = sceneOf("manual");
    expect(await seenBy(manual, own)).to.include({ endpoint: "manual" });
    expect((await manual.client.list(DNS_ENDPOINTS)).items).to.deep.equal([]);
  });

  it("is not written again at once where somebody changes it under our hands", async () => {
    const scene = sceneOf("external-dns", new ChangingClient({ endpoints: [] }));
    await publishNames(scene.context, own, await seenBy(scene, own));
    expect(scene.asked, "until the next look is due").to.have.length(1);
    expect(await seenBy(scene, own)).to.include({ endpoint: "stale" });
    expect(scene.asked).to.have.length(1);
  });

  it("is put right where somebody else changed it, and leaves others' alone", async () => {
    const scene = sceneOf("external-dns");
    await publishNames(scene.context, own, await seenBy(scene, own));
    const body = { spec: { endpoints: [{ dnsName: "*.apps.test", recordType: "A", targets: [ADDRESS] }] } };
    await scene.client.patch(DNS_ENDPOINTS, PLACE, { kind: "merge", body }, { fieldManager: "somebody" });
    const again = sceneOf("external-dns", scene.client);
    const view = await seenBy(again, own);
    expect(view).to.include({ endpoint: "stale" });
    await publishNames(again.context, own, view);
    expect(JSON.stringify((await scene.client.get(DNS_ENDPOINTS, PLACE))?.["spec"])).not.to.contain('"*.apps.test"');
  });

  it("is told as impossible without ExternalDNS's kind, and a fault of it is logged and thrown at nobody", async () => {
    const unserved = new FakeKubeClient({
      onCall: (_verb, type) => {
        if (type === DNS_ENDPOINTS) throw new KubeError("GET", { status: 404, reason: "UnknownPath" });
      },
    });
    const scene = sceneOf("external-dns", unserved);
    const view = await seenBy(scene, own);
    expect(view).to.include({ endpoint: "unserved" });
    await publishNames(scene.context, own, view);
    expect(scene.warned).to.have.length(1);
    expect(await observeNames(scene.context, own), "nothing of it is there to be removed").to.deep.equal({
      named: false,
    });
  });

  it("is looked for before a cluster goes, where it is ours", async () => {
    const scene = sceneOf("external-dns");
    expect(await observeNames(scene.context, own)).to.deep.equal({ named: false });
    await publishNames(scene.context, own, await seenBy(scene, own));
    expect(await observeNames(scene.context, own)).to.deep.equal({ named: true });
    expect(await observeNames(scene.context, clusterOf(undefined))).to.deep.equal({});
    expect(await observeNames(sceneOf("manual", scene.client).context, own)).to.deep.equal({});
  });
});
