import { expect } from "chai";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../../adapters/kubernetes/kube-object.ts";
import { VELERO_BACKUPS, VELERO_LOCATIONS, VELERO_SCHEDULES } from "../../../../adapters/kubernetes/resource-types.ts";
import { createDeploymentBackupLooks } from "../../../../operator/controllers/deployment/backup-looks.ts";
import { eventually } from "../../../support/eventually.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const SUBJECT = { handle: "shop-abc", stamp: "1" };
const LOCATION = { spec: { default: true }, status: { phase: "Available" } };

async function clusterOf(objects: readonly (readonly [ResourceType, string, object])[]): Promise<FakeKubeClient> {
  const client = new FakeKubeClient({ nowMs: () => Date.parse("2026-11-20T00:00:00Z") });
  for (const [type, name, { labels, ...rest }] of objects as readonly (readonly [
    ResourceType,
    string,
    { labels?: object },
  ])[])
    await client.create(type, { metadata: { namespace: "velero", name, labels }, ...rest } as unknown as KubeObject, {
      fieldManager: "test",
    });
  return client;
}

async function seen(client: FakeKubeClient): Promise<object> {
  const looks = createDeploymentBackupLooks(createFakeClock(), () => undefined);
  return eventually(async () => {
    const found = looks.look(client, SUBJECT);
    await Promise.resolve();
    if (found.kind === "unasked") throw new Error(found.kind);
    return found;
  });
}

const backup = (name: string, status: object, schedule = "shop-abc"): readonly [ResourceType, string, object] => [
  VELERO_BACKUPS,
  name,
  { labels: { "velero.io/schedule-name": schedule }, status },
];

describe("The look at a deployment's backups", () => {
  it("finds no place for them on a cluster without one, or without Velero", async () => {
    expect(await seen(await clusterOf([]))).to.deep.equal({ kind: "nowhere" });
    const other = [VELERO_LOCATIONS, "elsewhere", { spec: { default: false } }] as const;
    expect(await seen(await clusterOf([other]))).to.deep.equal({ kind: "nowhere" });
    const bare = new FakeKubeClient({
      onCall: (verb) => {
        if (verb === "list") throw new KubeError("GET /apis/velero.io/v1", { status: 404, reason: "UnknownPath" });
      },
    });
    expect(await seen(bare)).to.deep.equal({ kind: "nowhere" });
  });

  it("says why Velero cannot reach it, whether the Schedule is there, and why that is refused", async () => {
    const status = { phase: "Unavailable", message: "AccessDenied" };
    const cut = await clusterOf([[VELERO_LOCATIONS, "default", { spec: {}, status }]]);
    expect(await seen(cut)).to.deep.equal({ kind: "cut", message: "AccessDenied" });
    const location = [VELERO_LOCATIONS, "default", LOCATION] as const;
    expect(await seen(await clusterOf([location]))).to.deep.equal({ kind: "unscheduled" });
    const invalid = { phase: "FailedValidation", validationErrors: ["a", "b"] };
    const refused = await clusterOf([location, [VELERO_SCHEDULES, "shop-abc", { status: invalid }]]);
    expect(await seen(refused)).to.deep.equal({ kind: "refused", message: "a; b" });
  });

  it("takes the newest of its backups that has ended, and the newest that can be restored", async () => {
    const base = [
      [VELERO_LOCATIONS, "default", LOCATION],
      [VELERO_SCHEDULES, "shop-abc", { status: { phase: "Enabled" } }],
    ] as const;
    const sinceMs = Date.parse("2026-11-20T00:00:00Z");
    const none = { kind: "scheduled", sinceMs, newest: undefined, goodAtMs: undefined };
    expect(await seen(await clusterOf(base))).to.deep.equal(none);
    const others = [
      backup("running", { phase: "InProgress", startTimestamp: "2026-11-24T03:00:00Z" }),
      backup("timeless", { phase: "Completed", startTimestamp: "yesterday" }),
      backup("foreign", { phase: "Completed", startTimestamp: "2026-11-24T04:00:00Z" }, "blog-xyz"),
    ];
    expect(await seen(await clusterOf([...base, ...others]))).to.deep.equal(none);
    const failed = backup("b", { phase: "Failed", startTimestamp: "2026-11-23T02:00:00Z", failureReason: "no space" });
    const partly = backup("a", { phase: "PartiallyFailed", startTimestamp: "2026-11-22T02:00:00Z", errors: 2 });
    const older = backup("c", { phase: "Completed", startTimestamp: "2026-11-21T02:00:00Z" });
    expect(await seen(await clusterOf([...base, ...others, failed, partly, older]))).to.deep.equal({
      kind: "scheduled",
      sinceMs,
      newest: { atMs: Date.parse("2026-11-23T02:00:00Z"), end: "failed", message: "no space" },
      goodAtMs: Date.parse("2026-11-22T02:00:00Z"),
    });
    expect(await seen(await clusterOf([...base, partly]))).to.have.nested.property(
      "newest.message",
      "2 errors are in its log",
    );
    for (const [warnings, message] of [
      [undefined, ""],
      [3, "3 warnings are in its log"],
    ] as const) {
      const complete = backup("d", { phase: "Completed", startTimestamp: "2026-11-23T02:00:00Z", warnings });
      expect(await seen(await clusterOf([...base, complete]))).to.have.nested.property("newest.message", message);
    }
  });
});
