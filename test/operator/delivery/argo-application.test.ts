import { expect } from "chai";
import { slimApplication, type ArgoApplication, fingerprint } from "../../../operator/delivery/argo-application.ts";

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

  it("names the Job that an operation waits for, or that has failed it, and no other", () => {
    const look = (...resources: object[]): unknown =>
      slimApplication({
        metadata: { name: "a" },
        status: { operationState: { phase: "Running", syncResult: { resources } } },
      } as never).operation?.job;
    const job = { group: "batch", kind: "Job", name: "web-1", status: "Synced", hookPhase: "Running" };
    const others = [
      { ...job, hookPhase: "Succeeded" },
      { ...job, status: "Pruned" },
      { ...job, status: "SyncFailed", hookPhase: "Failed" },
      { ...job, group: "apps", kind: "Deployment" },
    ];
    expect(look(...others)).to.equal(undefined);
    expect(look(...others, job)).to.deep.equal({ name: "web-1", hasFailed: false });
    expect(look({ ...job, hookPhase: "Failed" })).to.deep.equal({ name: "web-1", hasFailed: true });
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

describe("A fingerprint", () => {
  it("tells values apart by each member, whatever it is called, and by none that is empty", () => {
    const named = JSON.parse('{"__proto__":{"a":1}}') as unknown;
    expect(fingerprint(named)).to.not.equal(fingerprint({}));
    expect(fingerprint({ b: 1, a: { c: "" } })).to.equal(fingerprint({ a: undefined, b: 1, d: [] }));
    expect(fingerprint({ b: 1 })).to.not.equal(fingerprint({ b: 2 }));
  });
});
