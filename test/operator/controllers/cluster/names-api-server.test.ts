import { expect } from "chai";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import type { ClusterContext } from "../../../../operator/controllers/cluster/context.ts";
import {
  createNameLooks,
  lookAtNames,
  observeNames,
  publishNames,
  withdrawNames,
} from "../../../../operator/controllers/cluster/names.ts";
import type { NamesView } from "../../../../operator/machines/cluster/names.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { installDefinition, openDryRun, readDocuments, type DryRun } from "../../../support/dry-run.ts";
import { eventually } from "../../../support/eventually.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

const PLACE = { namespace: "org-names", name: "one-abcdefghij" };
const ADDRESSES = ["203.0.113.7", "2001:db8::7", "lb.example.net"];
const CLUSTER = {
  metadata: { namespace: PLACE.namespace, name: "one", uid: "7d3b2f5e-6c1f-4c3e-9d64-0d2f5c6f1a11", generation: 1 },
  spec: { provider: "local", region: "local-1", tier: "dedicated", namesUnder: "cluster" },
  status: { handle: PLACE.name },
} as unknown as ClusterObject;

/** Works with a client whose writes the API server takes word for word, or not at all; `written` is told of each. */
function contextOf(client: KubeClient, written: KubeObject[] = []): ClusterContext {
  const patch: KubeClient["patch"] = (type, ref, one, options) => {
    written.push(one.body as KubeObject);
    return client.patch(type, ref, one, { ...options, strict: true });
  };
  const clock = createFakeClock();
  const nowhere = { alias: undefined, addresses: [] };
  const get: KubeClient["get"] = (...given) => client.get(...given);
  const remove: KubeClient["delete"] = (...given) => client.delete(...given);
  return {
    client: { get, patch, delete: remove },
    clock,
    settings: { dns: "external-dns", appsDomain: "apps.test" },
    logger: { warn: (message: string) => expect.fail(message) },
    names: createNameLooks(
      () => Promise.resolve(nowhere),
      clock,
      () => undefined,
    ),
  } as unknown as ClusterContext;
}

/** Looks until somebody has answered. */
async function seenBy(context: ClusterContext, address: string): Promise<NamesView> {
  return eventually(async () => {
    const view = lookAtNames(context, CLUSTER, address);
    await new Promise(setImmediate);
    if (view === undefined || view.kind === "unasked") throw new Error("not asked yet");
    return view;
  });
}

describe("The DNS record of a cluster, on an API server with ExternalDNS's own kind", function () {
  this.timeout(300_000);
  let dryRun: DryRun;
  before(async () => {
    dryRun = await openDryRun([], [PLACE.namespace]);
  });
  after(() => dryRun.close());

  it("is told as impossible before the kind is there", async () => {
    const context = contextOf(dryRun.client);
    expect(await seenBy(context, "203.0.113.7")).to.include({ endpoint: "unserved" });
    expect(await observeNames(context, CLUSTER)).to.deep.equal({ named: false });
  });

  it("is kept as it is written, for each sort of address, and taken away", async () => {
    const [crd] = readDocuments("test/fixtures/crds/externaldns.k8s.io_dnsendpoints.yaml");
    await installDefinition(dryRun.client, crd as KubeObject);
    for (const address of ADDRESSES) {
      await publishNames(contextOf(dryRun.client), CLUSTER, await seenBy(contextOf(dryRun.client), address));
      expect(await seenBy(contextOf(dryRun.client), address), "or it were written for ever").to.include({
        endpoint: "current",
      });
    }
    const context = contextOf(dryRun.client);
    expect(await observeNames(context, CLUSTER)).to.deep.equal({ named: true });
    await withdrawNames(context, CLUSTER);
    expect(await observeNames(context, CLUSTER)).to.deep.equal({ named: false });
  });

  it("has no member that the kind does not know, and each in its own type", async () => {
    const written: (KubeObject & { spec: { endpoints: object[] } })[] = [];
    const context = contextOf(dryRun.client, written);
    await publishNames(context, CLUSTER, await seenBy(context, "203.0.113.7"));
    const [{ metadata, spec, ...object }] = written as [(typeof written)[0]];
    const refusalOf = (endpoint: object): Promise<string | undefined> => {
      const endpoints = [{ ...spec.endpoints[0], ...endpoint }];
      return dryRun.refusal(
        { ...object, metadata: { ...metadata, name: "another" }, spec: { ...spec, endpoints } },
        PLACE.namespace,
      );
    };
    expect(await refusalOf({})).to.equal(undefined);
    expect(await refusalOf({ recordTtl: 300 })).to.match(/unknown field "spec.endpoints\[0\].recordTtl"/);
    expect(await refusalOf({ recordTTL: "300" })).to.match(/recordTTL.*must be of type integer/);
    expect(await refusalOf({ targets: "203.0.113.7" })).to.match(/targets.*must be of type array/);
  });
});
