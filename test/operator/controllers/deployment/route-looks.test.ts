import { expect } from "chai";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-client.ts";
import { readPublished, type RoutedSubject } from "../../../../operator/controllers/deployment/route-looks.ts";
import { recordOf } from "../../../../operator/machines/deployment/domain-points.ts";

const lookUp = () => Promise.resolve({ alias: undefined, addresses: [] });

/** A cluster with both ways, whose Gateway and Ingress have published these. */
function clusterOf(gateway: object, ingress: object): Pick<KubeClient, "get"> {
  const get = (type: { kind: string }): Promise<unknown> =>
    Promise.resolve(
      type.kind === "Gateway"
        ? { metadata: { name: "g" }, status: { addresses: [gateway] } }
        : { metadata: { name: "i" }, status: { loadBalancer: { ingress: [ingress] } } },
    );
  return { get: get as KubeClient["get"] };
}

const record = async (client: Pick<KubeClient, "get">, subject: Partial<RoutedSubject>): Promise<string> => {
  const whole = { namespace: "a", deployment: "a", ingress: "a", routing: "both", ...subject } as const;
  const published = await readPublished(client as KubeClient, lookUp, whole);
  return published === undefined ? "none" : recordOf("shop.example", published);
};

describe("Where an own domain is told to lead while a cluster routes both ways", () => {
  const byAddress = clusterOf({ type: "IPAddress", value: "198.51.100.2" }, { ip: "198.51.100.1" });
  const A = "the A record shop.example with the value";

  it("is the Ingress until the cluster's address is the Gateway's", async () => {
    expect(await record(byAddress, { gatewayAddress: "198.51.100.1" })).to.equal(`${A} 198.51.100.1`);
    expect(await record(byAddress, {})).to.equal(`${A} 198.51.100.1`);
    expect(await record(byAddress, { gatewayAddress: "198.51.100.2" })).to.equal(`${A} 198.51.100.2`);
  });

  it("is the one that serves where the other one has a name", async () => {
    const named = clusterOf({ type: "Hostname", value: "gate.example.net" }, { ip: "198.51.100.1" });
    expect(await record(named, { gatewayAddress: "198.51.100.1" })).to.equal(`${A} 198.51.100.1`);
    expect(await record(named, { gatewayAddress: "gate.example.net" })).to.match(/CNAME .* gate\.example\.net$/);
  });

  it("accepts both, whichever is named", async () => {
    const whole = { namespace: "a", deployment: "a", ingress: "a", routing: "both" } as const;
    const published = await readPublished(byAddress as KubeClient, lookUp, whole);
    expect(published?.addresses).to.have.members(["198.51.100.1", "198.51.100.2"]);
  });
});
