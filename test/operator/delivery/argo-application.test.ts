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

  it("tells nobody what a chart's repository answered: it could be anything inside of our network", () => {
    const look = (source: object, message: string): string | undefined =>
      slimApplication({
        metadata: { name: "a" },
        spec: { source },
        status: { conditions: [{ type: "ComparisonError", message }] },
      } as never).error?.message;
    const chart = { chart: "c", repoURL: "https://127.0.0.1:9" };
    for (const said of [
      'Get "https://127.0.0.1:9/index.yaml": dial tcp 127.0.0.1:9: connect: connection refused',
      "x509: unknown authority",
      "EOF",
    ])
      expect(look(chart, said)).to.match(/^The chart's repository does not answer/);
    expect(look({ path: "platform" }, "dial tcp: connection refused")).to.equal("dial tcp: connection refused");
    expect(look(chart, "values don't meet the schema")).to.equal("values don't meet the schema");
  });
});
