import { expect } from "chai";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import type { ClusterSpec } from "../../../../contract/resources/cluster.ts";
import type { ClusterStatus } from "../../../../contract/resources/cluster-status.ts";
import { placeOfCertificate } from "../../../../operator/controllers/deployment/certificate-place.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const CLIENTS: Readonly<Record<string, KubeClient>> = { demo: new FakeKubeClient(), h1: new FakeKubeClient() };
const TENANTS = { client: (handle: string) => CLIENTS[handle] };
const WANTED = { namespace: "web", name: "web-domain-tls", isIssued: true };
const SHARED: ClusterSpec = { provider: "hetzner", region: "fsn1", tier: "shared" };

/** Says by name whom it asks. */
function placeOn(spec: ClusterSpec, status: ClusterStatus, isIssued = true): readonly [string, string, string] {
  const { client, namespace, name } = placeOfCertificate(
    TENANTS,
    { metadata: { name: "demo" }, spec, status },
    { ...WANTED, isIssued },
  );
  return [Object.keys(CLIENTS).find((handle) => CLIENTS[handle] === client) ?? "nobody", namespace, name];
}

describe("The certificate of an own domain", () => {
  const OWN = ["demo", "web", "web-domain-tls"];
  const ON_HOST = ["vc-demo", "web-domain-tls-x-web-x-demo"];

  it("of a virtual cluster is its host's, in its own namespace there", () => {
    expect(placeOn(SHARED, { handle: "demo", host: "h1" })).to.deep.equal(["h1", ...ON_HOST]);
  });

  it("is asked of nobody while its host is not known or not registered", () => {
    expect(placeOn(SHARED, { handle: "demo", host: "h2" })).to.deep.equal(["nobody", ...ON_HOST]);
    expect(placeOn(SHARED, { handle: "demo" })).to.deep.equal(["nobody", ...ON_HOST]);
    expect(placeOfCertificate(TENANTS, undefined, WANTED).client).to.equal(undefined);
  });

  it("is its cluster's own where people bring it, and wherever the cluster has machines of its own", () => {
    expect(placeOn(SHARED, { handle: "demo", host: "h1" }, false)).to.deep.equal(OWN);
    expect(placeOn({ ...SHARED, tier: "dedicated" }, { handle: "demo" })).to.deep.equal(OWN);
    expect(placeOn({ ...SHARED, provider: "local" }, { handle: "demo" })).to.deep.equal(OWN);
  });
});
