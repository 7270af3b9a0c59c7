import { expect } from "chai";
import {
  clusterRules,
  hasOrderedServers,
  mayHaveGateway,
  mayLeaveCloudToBundle,
  type ClusterSpec,
} from "../../contract/resources/cluster.ts";

const OWN: ClusterSpec = { provider: "hetzner", region: "fsn1", tier: "dedicated" };
const CREDENTIAL = { cloudCredentialId: "01970000-0000-7000-8000-000000000001" };
const broken = (more: Partial<ClusterSpec>): readonly string[] =>
  clusterRules.filter(({ check }) => check?.({ ...OWN, ...more } as never) === false).map(({ name }) => name);

describe("A cluster", () => {
  const withGateway: Readonly<Record<string, Partial<ClusterSpec>>> = {
    "one of its own": {},
    "a host": { role: "host" },
    "an imported one": { imported: {} },
    "an imported one of nodes": { imported: { isAutopilot: false } },
    "a local one": { provider: "local" },
    "a shared local one": { provider: "local", tier: "shared" },
  };
  for (const [name, more] of Object.entries(withGateway))
    it(`may have a Gateway: ${name}`, () => {
      expect(mayHaveGateway({ ...OWN, ...more })).to.equal(true);
      for (const routing of ["gateway", "both", "ingress"] as const)
        expect(broken({ ...more, routing })).to.deep.equal([]);
    });

  const withoutGateway: Readonly<Record<string, Partial<ClusterSpec>>> = {
    "a shared one, which has its host's": { tier: "shared" },
    "a shared imported one": { tier: "shared", imported: {} },
    "a local host": { provider: "local", role: "host" },
    "an imported host": { imported: {}, role: "host" },
    "one of GKE Autopilot": { imported: { isAutopilot: true } },
  };
  for (const [name, more] of Object.entries(withoutGateway))
    it(`has no Gateway, and is routed by Ingress: ${name}`, () => {
      expect(mayHaveGateway({ ...OWN, ...more })).to.equal(false);
      for (const routing of ["gateway", "both"] as const)
        expect(broken({ ...more, routing }), routing).to.deep.equal(["gatewayNeedsOwnCluster"]);
      for (const routing of ["ingress", undefined] as const) expect(broken({ ...more, routing })).to.deep.equal([]);
    });

  it("is one of servers that are ordered here, unless it is elsewhere, imported or shared", () => {
    expect(hasOrderedServers(OWN)).to.equal(true);
    for (const other of [{ provider: "gke" }, { imported: {} }, { tier: "shared" }])
      expect(hasOrderedServers({ ...OWN, ...other }), JSON.stringify(other)).to.equal(false);
  });

  it("leaves its cloud to the bundle by a credential of its own alone, so that nobody acts with the platform's", () => {
    for (const good of [CREDENTIAL, { role: "host" } as const]) {
      expect(mayLeaveCloudToBundle({ ...OWN, ...good })).to.equal(true);
      expect(broken({ ...good, cloudComponents: "bundle" })).to.deep.equal([]);
    }
    for (const bad of [{}, { ...CREDENTIAL, provider: "gke" }, { ...CREDENTIAL, imported: {} }]) {
      expect(mayLeaveCloudToBundle({ ...OWN, ...bad })).to.equal(false);
      expect(broken({ ...bad, cloudComponents: "bundle" })).to.deep.equal(["cloudComponentsNeedCredential"]);
      expect(broken({ ...bad, cloudComponents: "own" })).to.deep.equal([]);
    }
  });

  it("has components of its own only where it was imported, each once", () => {
    expect(broken({ imported: {}, ownComponents: ["velero", "moco"] })).to.deep.equal([]);
    expect(broken({ imported: {}, ownComponents: ["velero", "velero"] })).to.deep.equal(["ownComponentsDistinct"]);
    expect(broken({ ownComponents: ["velero"] })).to.deep.equal(["ownComponentsNeedImport"]);
  });

  it("scales between two bounds that are both named", () => {
    expect(broken({ autoscalingEnabled: true, minNodes: 1, maxNodes: 5 })).to.deep.equal([]);
    for (const half of [{ minNodes: 1 }, { maxNodes: 5 }])
      expect(broken({ autoscalingEnabled: true, ...half })).to.deep.equal(["autoscalingNeedsBounds"]);
  });
});
