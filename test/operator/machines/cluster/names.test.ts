import { expect } from "chai";
import { clusterConditions } from "../../../../operator/machines/cluster/conditions.ts";
import { judgeNames, namesCondition, type NamesView } from "../../../../operator/machines/cluster/names.ts";
import { nextClusterDeletion } from "../../../../operator/machines/cluster/next-deletion.ts";
import { nextCluster } from "../../../../operator/machines/cluster/next.ts";
import { CLUSTER_GONE, CLUSTER_WELL, clusterIn } from "../../../support/cluster-scene.ts";
import { NOW } from "../../../support/delivered.ts";

type Seen = Extract<NamesView, { kind: "seen" }>;
const NAME = "*.one-abcdefghij.apps.test";
const seen = (changes: Partial<Seen>): Seen => ({
  kind: "seen",
  name: NAME,
  address: "203.0.113.7",
  verdict: "nowhere",
  endpoint: "manual",
  ...changes,
});
const told = (view: NamesView): string => {
  const { status, reason, message } = namesCondition(view);
  return `${status} ${reason}: ${message}`;
};

describe("Where the names of a cluster lead", () => {
  it("is judged by its address, or by what a name of it means", () => {
    const at = (alias: string | undefined, ...addresses: string[]) => ({ alias, addresses });
    expect(judgeNames(at(undefined, "203.0.113.7", "2001:db8::7"), "203.0.113.7", [])).to.equal("points");
    expect(judgeNames(at("lb.example.net"), "lb.example.net", [])).to.equal("points");
    expect(judgeNames(at(undefined, "203.0.113.9"), "lb.example.net", ["203.0.113.9"])).to.equal("points");
    expect(judgeNames(at(undefined, "198.51.100.1"), "203.0.113.7", [])).to.equal("elsewhere");
    expect(judgeNames(at("other.example.net"), "lb.example.net", ["203.0.113.9"])).to.equal("elsewhere");
    expect(judgeNames(at(undefined), "203.0.113.7", [])).to.equal("nowhere");
  });

  it("is told people with the record to make", () => {
    const value = "203.0.113.7";
    expect(told(seen({}))).to.equal(
      `False RecordMissing: Create the A record ${NAME} with the value ${value}; it is looked for by itself.`,
    );
    expect(told(seen({ verdict: "elsewhere", address: "lb.example.net" }))).to.equal(
      `False PointsElsewhere: ${NAME} leads elsewhere: create the CNAME record ${NAME} with the value lb.example.net.`,
    );
    expect(told(seen({ address: "2001:db8::7" }))).to.contain("AAAA");
    expect(told(seen({ verdict: "points" }))).to.equal(`True Points: ${NAME}`);
    expect(told(seen({ verdict: "unavailable" }))).to.match(/^Unknown DnsUnavailable/);
    expect(told({ kind: "untold" })).to.match(/^Unknown AddressUnknown/);
  });

  it("asks nothing of people where ExternalDNS makes the record, but that it be there", () => {
    for (const endpoint of ["current", "stale"] as const)
      expect(told(seen({ endpoint })), endpoint).to.match(/^False RecordAwaited: ExternalDNS is to make the A record/);
    expect(told(seen({ endpoint: "unserved" }))).to.match(/^False KindMissing: .*CRD.*BERTH_DNS=manual/);
    expect(told(seen({ endpoint: "unserved", verdict: "points" })), "made by hand").to.equal(`True Points: ${NAME}`);
  });

  it("stays as it was told until somebody has looked, and is told of no cluster without a domain of its own", () => {
    const before = { type: "NamesPoint", status: "True", reason: "Points", message: NAME } as const;
    expect(namesCondition({ kind: "unasked", told: before })).to.deep.equal(before);
    expect(told({ kind: "unasked", told: undefined })).to.equal("Unknown Looking: ");
    const types = clusterConditions(clusterIn("running"), CLUSTER_WELL, NOW).map(({ type }) => type);
    expect(types).not.to.include("NamesPoint");
  });

  it("holds up nothing: the record is written beside all else, and the cluster runs meanwhile", () => {
    for (const endpoint of ["stale", "current", "manual", "unserved"] as const) {
      const observed = { ...CLUSTER_WELL, names: seen({ endpoint }) };
      const { state, effects } = nextCluster(clusterIn("running"), observed, NOW);
      const wanted = endpoint === "stale" ? ["publishNames"] : [];
      expect([state.phase, effects.map(({ kind }) => kind)], endpoint).to.deep.equal(["running", wanted]);
    }
  });

  it("is nowhere before the provider may give the address to somebody else", () => {
    const leaving = { ...CLUSTER_GONE, provider: { kind: "creating", step: "" } } as const;
    const effects = (named: boolean): string[] =>
      nextClusterDeletion({ ...leaving, named }).effects.map(({ kind }) => kind);
    expect(effects(true)).to.deep.equal(["withdrawNames"]);
    expect(effects(false)).to.deep.equal(["removeProvider"]);
  });
});
