import { expect } from "chai";
import { slimApplication, type ArgoApplication } from "../../../operator/delivery/argo-application.ts";

const slim = (resources: readonly object[]): ArgoApplication["drift"] =>
  slimApplication({ metadata: { name: "web" }, spec: {}, status: { resources } } as unknown as ArgoApplication).drift;

describe("What is kept of an Application", () => {
  it("names what is out of sync and nothing else", () => {
    const synced = { kind: "Service", name: "web", status: "Synced" };
    expect(slim([synced])).to.deep.equal({ objects: [], count: 0 });
    expect(slim([synced, { kind: "Deployment", name: "web", status: "OutOfSync" }])).to.deep.equal({
      objects: ["Deployment/web"],
      count: 1,
    });
  });

  it("takes a claim that is kept on purpose for no difference", () => {
    const claim = { kind: "PersistentVolumeClaim", name: "data", status: "OutOfSync" };
    expect(slim([{ ...claim, requiresPruning: true }]).count).to.equal(0);
    expect(slim([claim]).count).to.equal(1);
  });

  it("is bounded, however many and long they are", () => {
    const many = (nameLength: number): object[] =>
      Array.from({ length: 5_000 }, (_, index) => ({
        kind: "ConfigMap",
        name: `${index}`.padEnd(nameLength, "x"),
        status: "OutOfSync",
      }));
    expect([slim(many(5)).objects.length, slim(many(5)).count]).to.deep.equal([20, 5_000]);
    expect(slim(many(253)).objects.join(", ").length).to.be.lessThan(900);
  });
});
