import { expect } from "chai";
import { publicPortKeyOf, type DeploymentObject } from "../../../operator/resources/objects.ts";
import { findPortHolder } from "../../../operator/resources/port-claims.ts";

const NUMBER = 5432;

type Made = Readonly<{
  day?: number;
  claimedDay?: number;
  cluster?: string;
  namespace?: string;
  spec?: object;
  metadata?: object;
}>;

const at = (day: number): string => `2026-11-${String(day).padStart(2, "0")}T10:00:00Z`;
const deployment = (name: string, made: Made = {}): DeploymentObject => {
  const { day = 1, claimedDay, cluster = "prod", namespace = "org-acme", spec = {}, metadata = {} } = made;
  const publicPorts = [{ port: NUMBER, publicPort: NUMBER, claimedAt: at(claimedDay ?? 0) }];
  return {
    metadata: { name, namespace, uid: `uid-${name}`, creationTimestamp: at(day), ...metadata },
    spec: { cluster, appType: "container", additionalPorts: [{ port: NUMBER, publicPort: NUMBER }], ...spec },
    ...(claimedDay === undefined ? {} : { status: { publicPorts } }),
  } as DeploymentObject;
};

/** Whose the number is, as each of the deployments sees it. */
function holders(...all: readonly DeploymentObject[]): Record<string, string | undefined> {
  const byIndex = (_index: string, key: string): DeploymentObject[] =>
    all.filter((one) => publicPortKeyOf(one, NUMBER) === key);
  return Object.fromEntries(
    all.map((one) => [one.metadata.name, findPortHolder({ byIndex }, one, NUMBER)?.metadata.name]),
  );
}

describe("Whose a number at a cluster's Gateway is", () => {
  it("is the oldest one's of those who ask, and the next one's when that is gone", () => {
    const [a, b, c] = [deployment("a", { day: 2 }), deployment("b", { day: 1 }), deployment("c", { day: 3 })];
    expect(holders(a, b, c)).to.deep.equal({ a: "b", b: undefined, c: "a" });
    expect(holders(a, c)).to.deep.equal({ a: undefined, c: "a" });
  });

  it("is one deployment's also where two came in the same second", () => {
    expect(holders(deployment("b"), deployment("a"))).to.deep.equal({ b: "a", a: undefined });
  });

  it("stays with who has it, whoever is older", () => {
    expect(holders(deployment("old"), deployment("young", { day: 5, claimedDay: 6 }))).to.deep.equal({
      old: "young",
      young: undefined,
    });
  });

  it("is that of the first of two that both believe to have it, as after a status was restored", () => {
    const [first, second] = [deployment("first", { day: 9, claimedDay: 10 }), deployment("second", { claimedDay: 11 })];
    expect(holders(first, second)).to.deep.equal({ first: undefined, second: "first" });
  });

  it("stays with who is being deleted until nothing is left of it, and goes to none that is on its way out", () => {
    const metadata = { deletionTimestamp: at(20) };
    expect(holders(deployment("going", { claimedDay: 2, metadata }), deployment("next", { day: 3 }))).to.include({
      next: "going",
    });
    expect(holders(deployment("going", { metadata }), deployment("next", { day: 3 }))).to.include({ next: undefined });
  });

  it("is not held up by an import that nobody has taken over yet", () => {
    const spec = { adoption: { namespace: "live", kind: "Deployment" } };
    expect(holders(deployment("staged", { spec }), deployment("next", { day: 3 }))).to.include({ next: undefined });
  });

  it("is another one on another cluster, and in another organization", () => {
    const all = [deployment("a"), deployment("b", { cluster: "other" }), deployment("c", { namespace: "org-else" })];
    expect(holders(...all)).to.deep.equal({ a: undefined, b: undefined, c: undefined });
  });
});
