import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { expect } from "chai";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { OperatorProcess } from "../../bench/operator-process.ts";
import { OperatorScene, type SceneDeployment } from "../../bench/operator-scene.ts";
import { TcpLink } from "../support/chaos/tcp-link.ts";
import { eventually } from "../support/eventually.ts";
import { findRepeats, readCommittedChanges } from "./committed-changes.ts";

const run = promisify(execFile);
const DEPLOYMENT_COUNT = 20;
const PAUSE_MS = 25_000;
/** How long a lease is anybody's who does not renew it. How soon another one takes over is proven by a clock of its own (test/operator/runtime/leader-lease.test.ts). */
const LEASE_MS = 15_000;

/** Two operator processes on one API server, with a real Postgres and a real Git server. */
describe("Two operators", function () {
  this.timeout(900_000);
  let scene: OperatorScene;
  let leader: OperatorProcess;
  let standby: OperatorProcess;
  let gitLink: TcpLink;
  let deployments: SceneDeployment[];
  const all: OperatorProcess[] = [];

  const start = async (): Promise<OperatorProcess> => {
    // Neither may write a file: what a leader knows lies in the API server, in Postgres and in Git.
    const flags = "--permission --allow-fs-read=* --allow-net --allow-addons --allow-worker";
    const git = new URL(scene.backend.git.url);
    git.port = String(gitLink.port);
    const operator = await scene.startOperator({ NODE_OPTIONS: flags, BERTH_GIT_URL: git.href });
    all.push(operator);
    return operator;
  };
  const leads = async (operator: OperatorProcess): Promise<number> => {
    const startedAtMs = performance.now();
    await eventually(async () => void expect(await operator.leads()).to.equal(true));
    return performance.now() - startedAtMs;
  };
  const ready = (operator: OperatorProcess): Promise<void> =>
    eventually(async () => void expect(await operator.readinessFaults()).to.deep.equal([]));
  let generation = 1;
  const changeAll = async (round: string): Promise<void> => {
    for (const deployment of deployments) await scene.change(deployment, round);
    generation += 1;
  };
  const allRun = (): Promise<void> => scene.ledger.running(DEPLOYMENT_COUNT + 2, generation);
  const committed = async (): Promise<string> => {
    const { repository, branch } = scene.backend.git;
    return (await run("git", ["-C", repository, "log", "--reverse", "--format=%H%n%B%x00", branch])).stdout;
  };

  before(async () => {
    scene = await OperatorScene.open(2);
    gitLink = await TcpLink.open("git", Number(new URL(scene.backend.git.url).port));
    await scene.ledger.follow(scene.client, CLUSTERS);
    await scene.ledger.follow(scene.client, DEPLOYMENTS);
    leader = await start();
    await leads(leader);
    standby = await start();
    await scene.createClusters();
    deployments = await scene.createDeployments(DEPLOYMENT_COUNT);
    await allRun();
  });
  after(async () => {
    for (const operator of all) {
      operator.signal("SIGCONT");
      operator.signal("SIGKILL");
    }
    await (gitLink as TcpLink | undefined)?.close();
    await (scene as OperatorScene | undefined)?.close();
  });

  it("never lead both; a leader that was paused for 25 s takes nothing back and repeats nothing", async () => {
    // A rolling upgrade ends the leader once its standby is ready; one that stands by is.
    await ready(standby);
    expect(await leader.readinessFaults()).to.deep.equal([]);
    expect(await standby.leads()).to.equal(false);
    // It freezes in the middle of its work on these.
    await changeAll("before");
    leader.signal("SIGSTOP");
    const pausedAtMs = performance.now();
    await leads(standby);
    await changeAll("during");
    await allRun();
    await delay(Math.max(0, PAUSE_MS - (performance.now() - pausedAtMs)));
    leader.signal("SIGCONT");
    // It sees that its time is over and ends; whatever runs it starts it anew, as a standby.
    await leader.gone();
    expect(await standby.leads()).to.equal(true);
    await changeAll("after");
    await allRun();
    expect(findRepeats(readCommittedChanges(await committed()))).to.deep.equal([]);
    leader = standby;
    standby = await start();
  });

  it("take over after a kill -9, and what was accepted meanwhile arrives", async () => {
    await ready(standby);
    await changeAll("at the kill");
    leader.signal("SIGKILL");
    await leads(standby);
    await allRun();
    expect(findRepeats(readCommittedChanges(await committed()))).to.deep.equal([]);
    leader = standby;
    standby = await start();
  });

  it("take over after a clean stop before the lease would have run out", async () => {
    await ready(standby);
    await changeAll("at the stop");
    leader.signal("SIGTERM");
    await leader.gone();
    expect(await leads(standby)).to.be.below(LEASE_MS);
    await allRun();
    expect(findRepeats(readCommittedChanges(await committed()))).to.deep.equal([]);
    leader = standby;
    standby = await start();
  });

  it("bring what was accepted while Git was away, once, though the leader was killed meanwhile", async () => {
    await ready(standby);
    gitLink.set({ kind: "reset" });
    const before = await committed();
    await changeAll("with Git away");
    leader.signal("SIGKILL");
    await leads(standby);
    await changeAll("with Git still away");
    expect(await committed(), "nothing can be pushed").to.equal(before);
    gitLink.set({ kind: "open" });
    await allRun();
    const commits = readCommittedChanges(await committed());
    expect(findRepeats(commits)).to.deep.equal([]);
    expect(commits.flatMap(({ changes }) => changes)).to.include.members(
      deployments.map(({ namespace, name }) => `Deployment/${namespace}/${name} ${generation}`),
    );
  });

  it("would be seen to repeat something or to take it back", () => {
    const commit = (id: string, generation: number): string =>
      `${id}\nUpdate x\n\nBerth-Resource: Deployment/org/x\nBerth-Generation: ${generation}\n\0`;
    const faults = (...generations: number[]): string[] =>
      findRepeats(readCommittedChanges(generations.map((one, index) => commit(`${index}`, one)).join("\n")));
    expect(faults(1, 2, 4)).to.deep.equal([]);
    expect(faults(1, 2, 2)).to.deep.equal(["Deployment/org/x 2 came twice"]);
    expect(faults(1, 3, 2)).to.deep.equal(["Deployment/org/x 2 came after generation 3"]);
  });
});
