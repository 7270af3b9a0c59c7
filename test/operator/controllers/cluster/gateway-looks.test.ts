import { expect } from "chai";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { GATEWAYS, SERVICES } from "../../../../adapters/kubernetes/resource-types.ts";
import { createGatewayLooks } from "../../../../operator/controllers/cluster/gateway-looks.ts";
import type { ClusterRouting } from "../../../../render/bundle/component.ts";
import { GATEWAY } from "../../../../render/charts/gateway-names.ts";
import { eventually } from "../../../support/eventually.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const SERVICE = { namespace: "ingress-nginx", name: "ingress-nginx-controller" };
type Values = readonly string[];

async function clusterOf({ gateway, ingress }: { gateway?: Values; ingress?: object[] }): Promise<FakeKubeClient> {
  const client = new FakeKubeClient();
  const make = async (type: typeof SERVICES, metadata: object, status: object): Promise<void> => {
    await client.create(type, { metadata, status } as unknown as KubeObject, { fieldManager: "test" });
  };
  if (gateway !== undefined) await make(GATEWAYS, GATEWAY, { addresses: gateway.map((value) => ({ value })) });
  if (ingress !== undefined) await make(SERVICES, SERVICE, { loadBalancer: { ingress } });
  return client;
}

/** Looks until there is an answer; null for nowhere. */
async function addressOf(client: FakeKubeClient, stamp: ClusterRouting): Promise<string | null> {
  const looks = createGatewayLooks(createFakeClock(), () => undefined);
  return eventually(async () => {
    const found = looks.look(client, { handle: "one", stamp });
    await Promise.resolve();
    if (found.kind !== "published") throw new Error(found.kind);
    return found.address ?? null;
  });
}

describe("The look at where requests come in to a cluster", () => {
  const service = [{ hostname: "lb.example.net", ip: "203.0.113.9" }];

  it("takes what the Gateway has published, else what the Ingress' load balancer has, as the routing says", async () => {
    const both = await clusterOf({ gateway: ["203.0.113.7"], ingress: service });
    expect(await addressOf(both, "both")).to.equal("203.0.113.7");
    expect(await addressOf(both, "gateway")).to.equal("203.0.113.7");
    expect(await addressOf(both, "ingress")).to.equal("203.0.113.9");
    expect(await addressOf(await clusterOf({ ingress: service }), "both"), "the Gateway is not there yet").to.equal(
      "203.0.113.9",
    );
    expect(await addressOf(await clusterOf({ ingress: service }), "gateway")).to.equal(null);
    expect(await addressOf(await clusterOf({}), "ingress")).to.equal(null);
  });

  it("takes names where there are no addresses, and nothing else that stands on a cluster", async () => {
    const named = (hostname: string): Promise<string | null> =>
      clusterOf({ ingress: [{ hostname }] }).then((client) => addressOf(client, "ingress"));
    expect(await named("A1.elb.example.net")).to.equal("a1.elb.example.net");
    const refused = [
      "<script>",
      "*.example.net",
      "lb..example.net",
      "-lb.example.net",
      "lb-.example.net",
      "lb.example.net.",
      "999.1.1.1",
      "fe80::1%eth0",
      "lb",
      "lb.example.net evil",
      `${"a".repeat(64)}.example.net`,
      `${"a.".repeat(126)}example`,
    ];
    for (const hostname of refused) expect(await named(hostname), hostname).to.equal(null);
    const mixed = await clusterOf({ gateway: ["2001:db8::7", "203.0.113.7"] });
    expect(await addressOf(mixed, "gateway")).to.equal("203.0.113.7");
  });
});
