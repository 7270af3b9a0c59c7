import { expect } from "chai";
import {
  deriveHostNames,
  formatAllowedHosts,
  namesPrint,
  withoutForeignNames,
  type HostNames,
  type NamedCluster,
} from "../../../render/cluster/host-names.ts";

type Deployment = NamedCluster["deployments"][number];

const PROVEN_AT = "2026-11-24T12:00:00Z";
const deployment = (handle: string | undefined, customDomain?: string, proven?: string): Deployment =>
  ({
    spec: { customDomain },
    status: { handle, ...(proven === undefined ? {} : { customDomain: { name: proven, provenAt: PROVEN_AT } }) },
  }) as Deployment;
const cluster = (handle: string, ...deployments: Deployment[]): NamedCluster => ({
  handle,
  domain: "apps.test",
  deployments,
});
const none = (): boolean => false;
const SHARED: HostNames = new Map([
  ["a.apps.test", "one"],
  ["b.apps.test", "two"],
  ["b.example.com", "two"],
]);

describe("The names of a host", () => {
  it("are those of deployments, and proven domains", () => {
    const names = deriveHostNames(
      [
        cluster("one", deployment("b", "b.example.com", "b.example.com"), deployment("a", "a.example.com")),
        cluster("two", deployment(undefined), deployment("c", "c.example.com", "old.example.com")),
      ],
      none,
    );
    expect(formatAllowedHosts(names, "one")).to.equal("a.apps.test b.apps.test b.example.com");
    expect(formatAllowedHosts(names, "two")).to.equal("c.apps.test");
    expect(formatAllowedHosts(names, "three")).to.equal("");
  });

  it("lie under a domain of the cluster's own where it has one", () => {
    const own = { ...cluster("one", deployment("a")), domain: "one.apps.test" };
    expect([...deriveHostNames([own], none)]).to.deep.equal([["a.one.apps.test", "one"]]);
  });

  it("are the elder's where two deployments came to have one handle, whichever is listed first", () => {
    const since = (creationTimestamp: string): Deployment => ({ ...deployment("a"), metadata: { creationTimestamp } });
    const elder = cluster("one", since("2026-01-01T00:00:00Z"));
    const younger = cluster("two", since("2026-02-01T00:00:00Z"));
    for (const clusters of [
      [elder, younger],
      [younger, elder],
    ])
      expect([...deriveHostNames(clusters, none)]).to.deep.equal([["a.apps.test", "one"]]);
  });

  it("are one virtual cluster's each: of those that have proven a domain the first has it", () => {
    const late = deployment("late", "shop.example.com", "shop.example.com");
    const early = deployment("early", "shop.example.com", "shop.example.com");
    for (const clusters of [
      [cluster("one", late), cluster("two", early)],
      [cluster("two", early), cluster("one", late)],
    ]) {
      const names = deriveHostNames(clusters, (one) => one === late);
      expect(names.get("shop.example.com")).to.equal("two");
    }
  });

  it("are not proven away from whose deployment they are", () => {
    const thief = deployment("thief", "victim.apps.test", "victim.apps.test");
    for (const clusters of [
      [cluster("one", thief), cluster("two", deployment("victim"))],
      [cluster("two", deployment("victim")), cluster("one", thief)],
    ])
      expect(deriveHostNames(clusters, none).get("victim.apps.test")).to.equal("two");
  });

  it("move when a handle comes, a domain is proven, proven anew or given up; all else moves none", () => {
    const one = deployment("a", "a.example.com", "a.example.com");
    const later = {
      ...one,
      status: { ...one.status, customDomain: { name: "a.example.com", provenAt: "2026-11-24T13:00:00Z" } },
    } as Deployment;
    const prints = [one, later, deployment("a", "a.example.com"), deployment(undefined), deployment("a")].map(
      namesPrint,
    );
    expect(new Set(prints).size).to.equal(prints.length);
    expect(namesPrint({ ...one, status: { ...one.status, phase: "running" } } as Deployment)).to.equal(prints[0]);
  });
});

describe("An Ingress of a virtual cluster", () => {
  it("keeps its own names, and those that are nobody's", () => {
    const spec = { rules: [{ host: "a.apps.test" }, { host: "old.example.com" }], tls: [{ hosts: ["a.apps.test"] }] };
    expect(withoutForeignNames(spec, SHARED, "one")).to.equal(undefined);
    expect(withoutForeignNames(spec, new Map(), "one"), "after statuses were lost").to.equal(undefined);
    expect(withoutForeignNames({}, SHARED, "one")).to.equal(undefined);
  });

  it("loses another's, and what its certificate would say of them", () => {
    const spec = {
      rules: [{ host: "a.apps.test" }, { host: "b.example.com" }],
      tls: [{ hosts: ["a.apps.test", "b.example.com"] }, { hosts: ["b.example.com"] }],
    };
    expect(withoutForeignNames(spec, SHARED, "one")).to.deep.equal({
      rules: [{ host: "a.apps.test" }],
      tls: [{ hosts: ["a.apps.test"] }],
    });
    expect(withoutForeignNames(spec, SHARED, "two")).to.deep.equal({
      rules: [{ host: "b.example.com" }],
      tls: [{ hosts: ["b.example.com"] }, { hosts: ["b.example.com"] }],
    });
    const certified = { rules: [{ host: "a.apps.test" }], tls: [{ hosts: ["b.example.com"] }] };
    expect(withoutForeignNames(certified, SHARED, "one")).to.deep.equal({ rules: [{ host: "a.apps.test" }], tls: [] });
  });

  it("goes when all of its names are another's", () => {
    expect(withoutForeignNames({ rules: [{ host: "b.example.com" }] }, SHARED, "one")).to.equal("nothing");
    expect(withoutForeignNames({ rules: [{ host: "b.example.com" }] }, SHARED, "a cluster without names")).to.equal(
      "nothing",
    );
  });
});
