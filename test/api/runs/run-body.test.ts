import { expect } from "chai";
import { isOver, runBody, type Job, type RunPod } from "../../../api/runs/run-body.ts";
import { scheduledRunId } from "../../../api/runs/scheduled-run.ts";

const AT = "2026-01-01T00:00:00Z";
const LATER = "2026-01-01T00:00:07Z";
const NOW = Date.parse("2026-01-01T00:01:00Z");

const job = (conditions: object[] = [], annotations: Record<string, string> = {}): Job =>
  ({
    metadata: {
      name: "shop-x",
      creationTimestamp: AT,
      labels: { "hosting.berth.dev/run": "0190a8f0-0000-7000-8000-00000000000a", "hosting.berth.dev/id": "d" },
      annotations,
    },
    spec: {
      activeDeadlineSeconds: 60,
      ttlSecondsAfterFinished: 30,
      template: { spec: { containers: [{ image: "shop:1", command: ["a $$(b)"] }] } },
    },
    status: { conditions },
  }) as unknown as Job;
const pod = (phase: string, state: object = {}, more: object = {}): RunPod =>
  ({ metadata: { name: "p" }, status: { phase, containerStatuses: [{ state }], ...more } }) as unknown as RunPod;
const over = (type: string, reason = "") => [{ type, status: "True", reason, lastTransitionTime: LATER }];
const ended = (exitCode: number, reason = "Error") => ({
  terminated: { exitCode, reason, startedAt: AT, finishedAt: LATER },
});
const cancelled = { "hosting.berth.dev/cancelled-at": AT };

describe("what is shown of a run", () => {
  const cases: readonly (readonly [what: string, job: Job, pods: RunPod[], shown: unknown[]])[] = [
    ["without a pod", job(), [], ["pending", null, null]],
    [
      "whose image is not there",
      job(),
      [pod("Pending", { waiting: { reason: "ErrImagePull" } })],
      ["pending", "ErrImagePull", null],
    ],
    [
      "that is about to begin",
      job(),
      [pod("Pending", { waiting: { reason: "ContainerCreating" } })],
      ["pending", null, null],
    ],
    [
      "for which no node has room",
      job(),
      [pod("Pending", {}, { conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable" }] })],
      ["pending", "Unschedulable", null],
    ],
    ["that runs", job(), [pod("Running", { running: { startedAt: AT } })], ["running", null, null]],
    ["whose pod has ended, which its Job has not heard", job(), [pod("Succeeded", ended(0))], ["running", null, null]],
    ["that failed and is tried again", job(), [pod("Failed", ended(3))], ["running", null, null]],
    ["that went well", job(over("Complete")), [pod("Succeeded", ended(0, "Completed"))], ["succeeded", null, 0]],
    [
      "that ended with 3",
      job(over("Failed", "BackoffLimitExceeded")),
      [pod("Failed", ended(3))],
      ["failed", "Error", 3],
    ],
    [
      "that was killed for its memory",
      job(over("Failed", "BackoffLimitExceeded")),
      [pod("Failed", ended(137, "OOMKilled"))],
      ["failed", "OOMKilled", 137],
    ],
    [
      "that was evicted",
      job(over("Failed", "BackoffLimitExceeded")),
      [pod("Failed", {}, { reason: "Evicted" })],
      ["failed", "Evicted", null],
    ],
    ["that took too long", job(over("Failed", "DeadlineExceeded")), [], ["failed", "DeadlineExceeded", null]],
    ["that was cancelled", job(over("Failed", "DeadlineExceeded"), cancelled), [], ["cancelled", null, null]],
    ["that is being cancelled", job([], cancelled), [pod("Running")], ["running", null, null]],
    [
      "that failed before it was cancelled",
      job(over("Failed", "BackoffLimitExceeded"), cancelled),
      [pod("Failed", ended(3))],
      ["failed", "Error", 3],
    ],
    ["that went well before it was cancelled", job(over("Complete"), cancelled), [], ["succeeded", null, null]],
    [
      "whose end is only foreseen",
      job(over("FailureTarget", "DeadlineExceeded")),
      [pod("Running")],
      ["running", null, null],
    ],
  ];
  for (const [what, given, pods, shown] of cases)
    it(`says of one ${what}: ${String(shown[0])}`, () => {
      const body = runBody(given, pods, { organizationId: "o", nowMs: NOW });
      expect([body.status, body.status_reason, body.exit_code]).to.deep.equal(shown);
      expect(isOver(given)).to.equal(!["pending", "running"].includes(body.status));
    });

  it("has its times, and its command as the program has it", () => {
    const body = runBody(job(over("Complete")), [pod("Succeeded", ended(0))], { organizationId: "o", nowMs: NOW });
    expect(body).to.include({
      created_at: "2026-01-01T00:00:00.000Z",
      started_at: "2026-01-01T00:00:00.000Z",
      finished_at: "2026-01-01T00:00:07.000Z",
      duration_seconds: 7,
      expires_at: "2026-01-01T00:00:37.000Z",
      pod: "p",
      image: "shop:1",
      timeout_seconds: 60,
    });
    expect(body.command).to.deep.equal(["a $(b)"]);
    const running = runBody(job(), [pod("Running", { running: { startedAt: AT } })], {
      organizationId: "o",
      nowMs: NOW,
    });
    expect([running.duration_seconds, running.finished_at, running.expires_at]).to.deep.equal([60, null, null]);
  });

  it("of several tries has the end of the last, and took as long as all of them", () => {
    const at = (name: string, creationTimestamp: string, of: RunPod): RunPod => ({
      ...of,
      metadata: { name, creationTimestamp },
    });
    const again = {
      terminated: { exitCode: 4, reason: "Error", startedAt: "2026-01-01T00:00:05Z", finishedAt: LATER },
    };
    const tries = [
      at("second", "2026-01-01T00:00:04Z", pod("Failed", again)),
      at("first", AT, pod("Failed", ended(3))),
    ];
    const about = { organizationId: "o", nowMs: NOW };
    const failed = runBody(job(over("Failed", "BackoffLimitExceeded")), tries, about);
    expect(failed).to.include({ pod: "second", exit_code: 4, started_at: "2026-01-01T00:00:00.000Z" });
    expect(failed.duration_seconds).to.equal(7);
    const third = runBody(job(), [...tries, at("third", "2026-01-01T00:00:09Z", pod("Pending"))], about);
    expect(third).to.include({ pod: "third", exit_code: null, duration_seconds: 60 });
  });

  it("of a schedule is known by when it was due, or by its Job's own id: all of them have the labels of one template", () => {
    const scheduled = job();
    const about = { organizationId: "o", nowMs: NOW };
    const labels = { ...scheduled.metadata.labels, "hosting.berth.dev/run": "schedule" };
    const ownerReferences = [{ apiVersion: "batch/v1", kind: "CronJob", name: "shop", uid: "c" }];
    const uid = "0190a8f0-0000-7000-8000-00000000000b";
    const shown = (name: string): unknown[] => {
      const metadata = { ...scheduled.metadata, name, labels, ownerReferences, uid };
      const { id, trigger } = runBody({ ...scheduled, metadata }, [], about);
      return [id, trigger];
    };
    const known = scheduledRunId({ deploymentId: "d", cronJob: "shop", job: "shop-29000000" });
    expect(shown("shop-29000000")).to.deep.equal([known, "schedule"]);
    expect(shown("shop-by-hand")).to.deep.equal([uid, "schedule"]);
    expect([runBody(scheduled, [], about).id, runBody(scheduled, [], about).trigger]).to.deep.equal([
      "0190a8f0-0000-7000-8000-00000000000a",
      "request",
    ]);
    const released = {
      ...scheduled.metadata,
      labels: { ...scheduled.metadata.labels, "hosting.berth.dev/release": "true" },
    };
    expect(runBody({ ...scheduled, metadata: released }, [], about).trigger).to.equal("release");
  });
});
