import { expect } from "chai";
import { LABELS } from "../../../contract/identity.ts";
import { tellPlatform, type Application, type OwnObject, type PlatformFacts } from "./tell-platform.ts";

const NOW = Date.UTC(2026, 0, 1, 0, 10);
const ID = "0197c1f0-0000-7000-8000-000000000001";
const HEAD = "1a2b3c4d5e6f";
const OLD = "9f8e7d6c5b4a";

const agoOf = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();

function objectOf(name: string, id: string, changes: Partial<OwnObject> = {}): OwnObject {
  const about = { namespace: "org-a", name, labels: { [LABELS.id]: id }, generation: 1, creationTimestamp: agoOf(300) };
  return { metadata: about, kind: "Deployment", isUnsettled: true, spec: { cluster: "data" }, ...changes };
}

function applicationOf(name: string, status: Application["status"]): Application {
  return { metadata: { namespace: "argocd", name }, status };
}

const CLUSTER = objectOf("data", "c", { kind: "Cluster", isUnsettled: false, status: { handle: "data-1" } });
/** As it stood in the run that asked for all this. */
const SHOP = objectOf("shop", ID, {
  kind: "DatabaseInstance",
  status: {
    handle: "db-shop-1",
    phase: "provisioning",
    statusReason: "Delivering",
    phaseSince: agoOf(298),
    observedGeneration: 1,
    git: { commit: HEAD },
    conditions: [
      { type: "Committed", status: "True", reason: "Committed", message: "", lastTransitionTime: agoOf(297) },
      {
        type: "Synced",
        status: "False",
        reason: "OutOfSync",
        message: "Argo CD is behind",
        lastTransitionTime: agoOf(297),
      },
    ],
  },
});
const RETRIED = applicationOf("db-shop-1", {
  sync: { status: "OutOfSync", revision: OLD },
  health: { status: "Missing" },
  reconciledAt: agoOf(200),
  operationState: {
    phase: "Running",
    retryCount: 3,
    finishedAt: agoOf(40),
    message: "one or more synchronization tasks are not valid",
    syncResult: { revision: OLD },
  },
  resources: [{ kind: "MySQLCluster", name: "moco-db", status: "OutOfSync", health: { status: "Missing" } }],
});
const WELL = applicationOf("web-1", { sync: { status: "Synced", revision: HEAD }, health: { status: "Healthy" } });

const SET = {
  metadata: { namespace: "argocd", name: "berth-bundle" },
  status: {
    conditions: [{ type: "ErrorOccurred", status: "True", message: "no such branch", lastTransitionTime: agoOf(190) }],
  },
};

function factsOf(objects: readonly OwnObject[], applications: readonly Application[]): PlatformFacts {
  const rows = new Map([[ID, { status: "provisioning Delivering", generation: "1" }]]);
  return {
    nowMs: NOW,
    head: HEAD,
    objects,
    applications,
    sets: [SET],
    rows,
    linesOf: ([word = ""]) => [`operator: of ${word}`],
  };
}

describe("what the platform knew when a test failed", () => {
  it("names the step that a delivery stands at, and what Argo CD does meanwhile (known bad: a stall)", () => {
    const { short } = tellPlatform(factsOf([CLUSTER, SHOP], [WELL, RETRIED]), "an answer");
    expect(short.split("\n")).to.deep.equal([
      "Git's head 1a2b3c4; 1 not settled, 0 other Applications not well",
      'DatabaseInstance shop: provisioning Delivering for 298 s, gen 1/1, REST provisioning Delivering gen 1, commit 1a2b3c4, Synced False OutOfSync 297 s "Argo CD is behind"',
      '  App db-shop-1: OutOfSync Missing at 9f8e7d6, compared 200 s ago, operation Running waits try 4 of 9f8e7d6 "one or more synchronization tasks are not valid", MySQLCluster/moco-db OutOfSync Missing',
    ]);
  });

  it("tells what Argo CD's sets say, which alone know of an Application that is not there", () => {
    const { full } = tellPlatform(factsOf([], [WELL]), "");
    expect(full.split("\n").slice(1)).to.deep.equal([
      'Set berth-bundle: ErrorOccurred True for 190 s "no such branch"',
      "operator: of berth-bundle",
    ]);
  });

  it("names the root where there is no Application yet, and what was not mirrored", () => {
    const root = applicationOf("root-data-1", { sync: { status: "Synced", revision: OLD }, reconciledAt: agoOf(170) });
    const { short } = tellPlatform(factsOf([CLUSTER, objectOf("web", "other")], [root]), "");
    expect(short).to.contain("Deployment web: no phase for ?, gen 0/1, REST none, commit none");
    expect(short).to.contain("App root-data-1: Synced no health at 9f8e7d6, compared 170 s ago, operation none");
  });

  it("begins with what the failure names, and stays within what is shown of the end of a log", () => {
    const many = Array.from({ length: 40 }, (_, index) => objectOf(`n-${index}`, `id-${index}`));
    const late = { ...SHOP, metadata: { ...SHOP.metadata, creationTimestamp: agoOf(900) } };
    const { short, full } = tellPlatform(factsOf([...many, late], [RETRIED]), `expected ${ID} to run`);
    expect(short.split("\n")[1]).to.contain("DatabaseInstance shop");
    expect(short).to.have.lengthOf.at.most(900);
    expect(full).to.contain(`operator: of ${ID}`);
  });

  it("is a line where all is well", () => {
    const { short } = tellPlatform(factsOf([CLUSTER], [WELL]), "");
    expect(short).to.equal("Git's head 1a2b3c4; 0 not settled, 0 other Applications not well");
  });
});
