import { expect } from "chai";
import type { DeploymentSpec } from "../../../../contract/resources/deployment-spec.ts";
import { HEALTH_DEADLINE_MS, nextDeployment } from "../../../../operator/machines/deployment/next.ts";
import { isAskedAgain, judgeRelease, noteRelease } from "../../../../operator/machines/deployment/release.ts";
import type { PodsSeen, PodTrouble, ReleaseView } from "../../../../operator/machines/deployment/pods-seen.ts";
import type {
  DeploymentPhase,
  DeploymentState,
  PresentApplication,
} from "../../../../operator/machines/deployment/state.ts";
import { APPLICATION, DELIVERED, deploymentIn, NOW } from "../../../support/delivered.ts";

const SPEC: DeploymentSpec = {
  cluster: "one",
  appType: "web_app",
  dockerImage: "nginx",
  releaseCommand: ["./migrate"],
};
const FAILED: PodTrouble = { reason: "ReleaseFailed", message: "It failed with exit code 3.", isFinal: true };
const seen = (trouble: PodTrouble | undefined, isAskedAgain = false): ReleaseView => ({
  kind: "seen",
  uid: "1",
  trouble,
  isAskedAgain,
});

/** What follows while Argo CD shows the Job so, and its cluster says this of it. */
function next(
  phase: DeploymentPhase,
  hasFailed: boolean,
  release: ReleaseView,
  {
    application = {},
    nowMs = NOW,
    state = {},
  }: { application?: Partial<PresentApplication>; nowMs?: number; state?: Partial<DeploymentState> } = {},
): string {
  const shown: PresentApplication = {
    ...APPLICATION,
    sync: "OutOfSync",
    health: "Progressing",
    operationRunning: !hasFailed,
    lastOperation: hasFailed ? "retried" : "none",
    release: { job: "web-1", hasFailed },
    ...application,
  };
  const secrets = { kind: "none" as const, leftover: false };
  const observed = {
    ...DELIVERED,
    spec: SPEC,
    secrets,
    imageUpdater: { kind: "none" as const },
    application: shown,
    release,
  };
  const { state: after, effects } = nextDeployment(deploymentIn(phase, state), observed, nowMs);
  return [after.phase, after.reason, ...effects.map(({ kind }) => kind)].join(" ");
}

describe("A release command, as the machine follows it", () => {
  it("is waited for, also longer than pods are", () => {
    expect(next("provisioning", false, seen(undefined))).to.equal("provisioning Releasing");
    expect(next("provisioning", false, { kind: "unknown" })).to.equal("provisioning Releasing");
    const late = { nowMs: NOW + HEALTH_DEADLINE_MS + 500_000 };
    expect(next("provisioning", false, seen(undefined), late)).to.equal("provisioning Releasing");
    expect(next("provisioning", false, seen(undefined), { nowMs: NOW + HEALTH_DEADLINE_MS + 700_000 })).to.match(
      /^failed/,
    );
  });

  it("leaves what runs in peace while image automation's newer image is released", () => {
    expect(next("running", false, seen(undefined))).to.match(/^running/);
    expect(next("running", true, seen(FAILED))).to.equal("failed ReleaseFailed");
  });

  it("fails the change at once, before Argo CD has tried all of its times, and once it has been read why", () => {
    expect(next("provisioning", true, { kind: "unknown" })).to.equal("provisioning Releasing");
    expect(next("provisioning", true, seen(FAILED))).to.equal("failed ReleaseFailed");
    expect(next("failed", true, seen(FAILED))).to.equal("failed Test");
    expect(next("provisioning", true, { kind: "unreachable" })).to.equal("failed ReleaseFailed");
  });

  it("is ended where it can never start", () => {
    const trouble = { reason: "ImageNotFound", message: "There is no such image.", isFinal: true };
    expect(next("provisioning", false, seen(trouble))).to.equal("failed ImageNotFound endRelease");
    expect(next("failed", false, seen(trouble)), "until it is").to.equal("failed Test endRelease");
    expect(next("provisioning", false, seen({ ...trouble, isFinal: false }))).to.equal("provisioning Releasing");
    expect(next("provisioning", false, seen(FAILED)), "it has ended before Argo CD shows it").to.equal(
      "failed ReleaseFailed",
    );
  });

  it("runs again for whoever asks for a sync, and for nobody else", () => {
    expect(next("provisioning", true, seen(FAILED, true))).to.equal("provisioning Releasing repeatRelease");
    expect(next("provisioning", false, seen(undefined, true)), "the one that was asked for").to.equal(
      "provisioning Releasing",
    );
    expect(next("provisioning", true, { kind: "absent" })).to.equal("provisioning Releasing");
    const over = { application: { lastOperation: "failed" as const } };
    expect(next("provisioning", true, { kind: "absent" }, over)).to.equal("provisioning Releasing startSync");
    expect(next("provisioning", true, seen(undefined)), "made anew").to.equal("provisioning Releasing");
  });
});

describe("What is noted of a release command", () => {
  const [BEFORE, ASKED] = ["2026-01-01T00:00:00Z", "2025-01-01T00:00:00Z"];
  const asked = (syncRequestedAt?: string): DeploymentSpec => ({
    ...SPEC,
    ...(syncRequestedAt !== undefined && { syncRequestedAt }),
  });

  it("is the request for a sync that was known when its Job was first seen", () => {
    const noted = noteRelease(undefined, { spec: asked(BEFORE), release: seen(undefined) });
    expect(noted).to.deep.equal({ jobUid: "1", syncRequestedAt: BEFORE });
    expect(noteRelease(noted, { spec: asked(ASKED), release: seen(FAILED) })).to.deep.equal(noted);
    for (const release of [undefined, { kind: "absent" }, { kind: "unreachable" }, { kind: "unknown" }] as const)
      expect(noteRelease(noted, { spec: asked(ASKED), release })).to.deep.equal(noted);
    const anew = noteRelease({ jobUid: "0", syncRequestedAt: BEFORE }, { spec: asked(), release: seen(FAILED) });
    expect(anew).to.deep.equal({ jobUid: "1" });
    const unreleased: DeploymentSpec = { cluster: "one", appType: "web_app", dockerImage: "nginx" };
    expect(noteRelease(noted, { spec: unreleased, release: undefined })).to.equal(undefined);
  });

  it("tells a request that came since, whatever any clock says, and once for each Job", () => {
    const noted = { jobUid: "1", syncRequestedAt: BEFORE };
    expect(isAskedAgain(noted, "1", ASKED)).to.equal(true);
    expect(isAskedAgain({ jobUid: "1" }, "1", ASKED)).to.equal(true);
    expect(isAskedAgain(noted, "1", BEFORE)).to.equal(false);
    expect(isAskedAgain(noted, "1", undefined)).to.equal(false);
    expect(isAskedAgain(noted, "2", ASKED), "one that was made anew").to.equal(false);
    expect(isAskedAgain(undefined, "1", ASKED)).to.equal(false);
  });
});

describe("Why a release command failed", () => {
  const condition = (reason: string): object => ({
    status: { conditions: [{ type: "Failed", status: "True", reason }] },
  });
  const pods = (terminated?: object): PodsSeen => ({
    pods: [
      {
        metadata: { name: "web-1-x", uid: "1" },
        spec: { containers: [{ name: "app", image: "nginx" }] },
        status: { containerStatuses: [{ name: "app", state: terminated === undefined ? {} : { terminated } }] },
      },
    ],
    replicaSets: [],
    workloads: [],
    events: [],
  });
  const none: PodsSeen = { ...pods(), pods: [] };
  const tell = (job: object, seenPods: PodsSeen): string | undefined =>
    judgeRelease({ isEnded: false, ...job }, seenPods, NOW)?.message;

  it("is told by exit code, deadline, memory or whoever ended it, with the run whose last lines belong to it", () => {
    const limited = condition("BackoffLimitExceeded");
    expect(tell(limited, pods({ exitCode: 3 }))).to.contain("failed with exit code 3. Nothing was rolled out.");
    expect(tell(limited, pods({ exitCode: 137, reason: "OOMKilled" }))).to.contain("more memory");
    expect(tell({ ...condition("DeadlineExceeded"), spec: { activeDeadlineSeconds: 90 } }, none)).to.contain(
      "within its 90 seconds",
    );
    expect(tell(limited, none)).to.contain("its pod is gone");
    expect(tell({ ...condition("DeadlineExceeded"), isEnded: true }, none)).to.contain("was ended before");
    expect(judgeRelease({ isEnded: false, ...limited }, pods({ exitCode: 3 }), NOW)?.run).to.deep.equal({
      pod: "web-1-x",
      container: "app",
      image: "nginx",
      isPrevious: false,
    });
  });

  it("is nothing while it runs or has succeeded", () => {
    expect(tell({}, pods())).to.equal(undefined);
    expect(tell({ status: { conditions: [{ type: "Complete", status: "True" }] } }, pods({ exitCode: 0 }))).to.equal(
      undefined,
    );
  });
});
