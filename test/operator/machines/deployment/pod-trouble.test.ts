import { expect } from "chai";
import { withLastLines } from "../../../../operator/machines/deployment/last-lines.ts";
import { judgePods } from "../../../../operator/machines/deployment/pod-trouble.ts";
import type { ContainerStatus, PodsSeen, PodTrouble } from "../../../../operator/machines/deployment/pods-seen.ts";
import { AILMENTS, type AilmentName } from "../../../support/ailing-workloads.ts";
import { EXPECTED_TROUBLES } from "../../../support/expected-troubles.ts";
import { listRecordedPods, readRecordedPods } from "../../../support/recorded-pods.ts";

const NOW = Date.UTC(2026, 0, 1);
const NAMES = Object.keys(AILMENTS) as AilmentName[];

function judge({ seen, at, log }: ReturnType<typeof readRecordedPods>): PodTrouble | undefined {
  const trouble = judgePods(seen, Date.parse(at));
  return trouble?.run === undefined ? trouble : withLastLines(trouble, log);
}

describe("What pods tell of themselves", () => {
  it("was recorded of a real node for each ailment", () => {
    expect([...listRecordedPods()].sort()).to.deep.equal([...NAMES].sort());
  });

  for (const name of NAMES)
    it(`is judged as a real node showed it: ${name}`, () => {
      const trouble = judge(readRecordedPods(name));
      const expected = EXPECTED_TROUBLES[name];
      if (expected === undefined) expect(trouble).to.equal(undefined);
      else {
        expect([trouble?.reason, trouble?.isFinal]).to.deep.equal(expected.slice(0, 2));
        expect(trouble?.message).to.contain(expected[2]);
      }
    });

  it("says nothing of pods that an older template made", () => {
    const { seen, at } = readRecordedPods("crash");
    const [old] = seen.replicaSets;
    const annotations = { "deployment.kubernetes.io/revision": "2" };
    const newer = { metadata: { ...old!.metadata, name: "newer", uid: "newer", annotations } };
    const rolled: PodsSeen = { ...seen, replicaSets: [...seen.replicaSets, newer] };
    expect(judgePods(rolled, Date.parse(at))).to.equal(undefined);
  });

  it("says nothing before the newest template was acted on", () => {
    const { seen, at } = readRecordedPods("crash");
    const workloads = seen.workloads.map((one) => ({ ...one, metadata: { ...one.metadata, generation: 2 } }));
    expect(judgePods({ ...seen, workloads }, Date.parse(at))).to.equal(undefined);
  });

  it("says nothing of pods that are going", () => {
    const { seen, at } = readRecordedPods("crash");
    const pods = seen.pods.map((pod) => ({ ...pod, metadata: { ...pod.metadata, deletionTimestamp: at } }));
    expect(judgePods({ ...seen, pods }, Date.parse(at))).to.equal(undefined);
  });

  it("believes events of this pod alone, not of one that had its name before", () => {
    const { seen, at } = readRecordedPods("liveness-fails");
    const events = seen.events.map((event) => ({
      ...event,
      involvedObject: { ...event.involvedObject, uid: "an-older-pod" },
    }));
    expect(judgePods({ ...seen, events }, Date.parse(at))?.reason).to.equal("CrashLoop");
  });

  it("waits for a second end, which may be nobody's fault the first time", () => {
    const ended = { terminated: { exitCode: 1, reason: "Error" } };
    const once = [container({ restartCount: 1, state: { running: {} }, lastState: ended })];
    expect(judgePods(seenOf(once), NOW)).to.equal(undefined);
    const again = [container({ restartCount: 2, state: { running: {} }, lastState: ended })];
    const trouble = judgePods(seenOf(again), NOW);
    expect(trouble?.reason).to.equal("CrashLoop");
    expect(trouble?.run?.isPrevious, "what runs now has not ended").to.equal(true);
  });

  it("gives a readiness probe the tries that it has", () => {
    const running = (forMs: number): ContainerStatus =>
      container({ started: true, state: { running: { startedAt: new Date(NOW - forMs).toISOString() } } });
    const probe = { readinessProbe: { periodSeconds: 10, failureThreshold: 3 } };
    expect(judgePods(seenOf([running(29_000)], probe), NOW)).to.equal(undefined);
    expect(judgePods(seenOf([running(30_000)], probe), NOW)?.reason).to.equal("ReadinessProbeFailing");
  });

  it("tells who refuses the pods when there are none", () => {
    const message = 'pods "web-1" is forbidden: exceeded quota: team';
    const events = [{ involvedObject: { kind: "ReplicaSet", name: "web-1" }, reason: "FailedCreate", message }];
    const trouble = judgePods({ pods: [], replicaSets: [], workloads: [], events }, NOW);
    expect(trouble).to.deep.include({ reason: "PodsRefused", isFinal: false });
    expect(trouble?.message).to.contain("exceeded quota: team");
  });

  it("cleans and bounds what a program and a cluster wrote", () => {
    const hostile = `\u001B[2J\u0000\u202Eevil\u2028line\u0007\n${"x".repeat(100_000)}\n\uFFFD\uFFFD\n`;
    const trouble = withLastLines({ reason: "CrashLoop", message: "It ends.", isFinal: true }, hostile.repeat(9));
    expect(trouble.message).to.match(/^It ends\. Its last lines: [ -~…]+$/u);
    expect(trouble.message.length).to.be.at.most(900);
    expect(trouble.why, "our own log has nothing of it").to.equal("It ends.");
    const waiting = { reason: "ImagePullBackOff", message: `\u202E${"not found ".repeat(10_000)}` };
    const pulled = judgePods(
      seenOf([container({ state: { waiting } })], { image: `a\u202Eb${"c".repeat(5_000)}` }),
      NOW,
    );
    expect(pulled?.message).to.match(/^[ -~]+$/u);
    expect(pulled?.message.length).to.be.at.most(900);
  });
});

function container(status: Partial<ContainerStatus>): ContainerStatus {
  return { name: "app", ready: false, ...status };
}

function seenOf(containerStatuses: readonly ContainerStatus[], wanted: object = {}): PodsSeen {
  const pod = {
    metadata: { name: "web-1", uid: "u1" },
    spec: { containers: [{ name: "app", image: "web", ...wanted }] },
    status: { containerStatuses },
  };
  return { pods: [pod], replicaSets: [], workloads: [], events: [] };
}
