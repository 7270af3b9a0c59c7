import { eventually } from "../test/support/eventually.ts";
import { readApiServerMetrics, readEtcdMetrics } from "./api-server-cost.ts";
import type { HeadWatch } from "./head-watch.ts";
import { inParallel } from "./in-parallel.ts";
import type { Rung } from "./ladder-indicators.ts";
import { sumOf, type OperatorProcess } from "./operator-process.ts";
import type { OperatorScene, SceneDeployment } from "./operator-scene.ts";
import { quantile } from "./report.ts";

const QUIET_MS = 3_000;
const REST_MS = 500;
const SINGLE_CHANGES = 30;
const PUSH_DEADLINE_MS = 60_000;
const AT_ONCE = 500;
const CONVERGE_MS = 120_000;
const WRITERS = 16;
const LOOK_MS = 1_000;

type Scaled = Readonly<{
  scene: OperatorScene;
  deployments: readonly SceneDeployment[];
  heads: HeadWatch;
  round: number;
}>;

/** Starts an operator over all there is and knows, has it deliver single changes and many at once, and stops it. */
export async function measureRung(scaled: Scaled): Promise<Rung> {
  const { scene, deployments } = scaled;
  await takeUp(scaled);
  const before = await readApiServerMetrics(scene.client);
  const startedAtMs = performance.now();
  const operator = await scene.startOperator();
  const leader = new LeaderLook(operator);
  try {
    const restartQuietSeconds = await secondsToQuiet(operator, scaled, startedAtMs);
    leader.begin();
    const singles = await singleChanges(operator, scaled);
    const converged = await changeManyAtOnce(scaled);
    const { peak } = await operator.residentMib();
    return {
      deployments: deployments.length,
      clusters: scene.clusters,
      apiServer: { before, after: await readApiServerMetrics(scene.client) },
      operator: await operator.metrics(),
      etcdMib: sumOf(await readEtcdMetrics(scene.etcdUrl), "etcd_mvcc_db_total_size_in_use_in_bytes") / 2 ** 20,
      restartQuietSeconds,
      peakMib: peak,
      singleMs: { p50: quantile(singles, 0.5), p99: quantile(singles, 0.99) },
      converged,
      leaderLost: leader.lost,
    };
  } finally {
    leader.end();
    await operator.stop();
  }
}

/** Has an operator mirror what was added past the API server: a restart is of one that knew it all. */
async function takeUp(scaled: Scaled): Promise<void> {
  const sinceMs = performance.now();
  const operator = await scaled.scene.startOperator();
  try {
    console.log(`All is mirrored ${(await secondsToQuiet(operator, scaled, sinceMs)).toFixed(0)} s after a start`);
  } finally {
    await operator.stop();
  }
}

/** Waits until an operator has looked at everything and rests. */
async function secondsToQuiet(operator: OperatorProcess, scaled: Scaled, sinceMs: number): Promise<number> {
  const size = { deployments: scaled.deployments.length, clusters: scaled.scene.clusters };
  return ((await operator.quiet(size, QUIET_MS)) - sinceMs) / 1_000;
}

/** Changes deployments one after the other, each when what follows the one before is over; returns until each was pushed, in ms. */
async function singleChanges(
  operator: OperatorProcess,
  { scene, deployments, heads, round }: Scaled,
): Promise<number[]> {
  const pushed: number[] = [];
  for (let index = 0; index < SINGLE_CHANGES; index += 1) {
    const sinceMs = performance.now();
    await scene.change(deployments[(index * 7_919) % deployments.length]!, `rung-${round}-${index}`);
    pushed.push(await heads.movedAfter(sinceMs, PUSH_DEADLINE_MS));
    await operator.quiet({ deployments: 0, clusters: 0 }, REST_MS);
  }
  return pushed;
}

/** Changes many deployments at once; returns the share of them that run again in time. */
async function changeManyAtOnce({ scene, deployments, round }: Scaled): Promise<number> {
  const { ledger } = scene;
  const changed = deployments.slice(-AT_ONCE);
  const all = deployments.length + scene.clusters;
  await inParallel(changed, WRITERS, (one) => scene.change(one, `rung-${round}-at-once`));
  await eventually(
    () => {
      if (ledger.countRunning(1) < all) throw new Error("Not all run again");
    },
    CONVERGE_MS,
    LOOK_MS,
  ).catch(() => undefined);
  return 1 - (all - ledger.countRunning(1)) / changed.length;
}

/** Looks each second whether an operator that led leads still. */
class LeaderLook {
  lost = 0;
  readonly #operator: OperatorProcess;
  #timer: NodeJS.Timeout | undefined;

  constructor(operator: OperatorProcess) {
    this.#operator = operator;
  }

  begin(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const metrics = await this.#operator.metrics().catch(() => undefined);
    if (metrics === undefined || sumOf(metrics, "berth_leader") !== 1) this.lost += 1;
  }
}
