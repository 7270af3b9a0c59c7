import { expect } from "chai";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import type { ClusterSpec } from "../../../../contract/resources/cluster.ts";
import type { ClusterStatus } from "../../../../contract/resources/cluster-status.ts";
import { placeOfCertificate } from "../../../../operator/controllers/deployment/certificate-place.ts";
import { readCertificate } from "../../../../operator/controllers/deployment/read-certificate.ts";
import { certificateCondition } from "../../../../operator/machines/deployment/domain-certificate.ts";
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

  it("that people bring is looked for on the host where no Ingress has vcluster copy it, under the name that they gave it", async () => {
    const status: ClusterStatus = { handle: "demo", host: "h1", routing: "gateway" };
    expect(placeOn(SHARED, status, false)).to.deep.equal(["h1", ...ON_HOST]);
    const place = placeOfCertificate(
      TENANTS,
      { metadata: { name: "demo" }, spec: SHARED, status },
      { ...WANTED, isIssued: false },
    );
    const found = await readCertificate(place, { domain: "shop.example.com", isIssued: false });
    expect(found).to.deep.equal({ kind: "absent", toBring: "web-domain-tls", isCopied: true });
    const seen = { domain: "shop.example.com", certificate: found, isActive: true };
    expect(certificateCondition(seen, undefined, 0)?.message).to.contain('vcluster.loft.sh/force-sync: "true"');
  });

  it("is its cluster's own where people bring it, and wherever the cluster has machines of its own", () => {
    expect(placeOn(SHARED, { handle: "demo", host: "h1" }, false)).to.deep.equal(OWN);
    expect(placeOn(SHARED, { handle: "demo", host: "h1", routing: "both" }, false)).to.deep.equal(OWN);
    expect(placeOn({ ...SHARED, tier: "dedicated" }, { handle: "demo" })).to.deep.equal(OWN);
    expect(placeOn({ ...SHARED, provider: "local" }, { handle: "demo" })).to.deep.equal(OWN);
  });
});
