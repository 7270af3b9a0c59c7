import { loadavg } from "node:os";
import { DeploymentCloner } from "./deployment-cloner.ts";
import type { OperatorScene, SceneDeployment } from "./operator-scene.ts";

const QUIET_MS = 3_000;

/** Deployments that run, and what makes more of them. */
export type SettledScene = Readonly<{
  deployments: readonly SceneDeployment[];
  cloner: DeploymentCloner;
  /** Seconds until all clusters ran, and then one deployment on each, all made at once. */
  clustersSeconds: number;
  samplesSeconds: number;
}>;

/** Lets an operator make all clusters and deliver one deployment to each, then makes the others as clones; no operator runs when it returns. */
export async function settleScene(scene: OperatorScene, count: number): Promise<SettledScene> {
  const { ledger, client, backend, etcdUrl, clusters } = scene;
  const operator = await scene.startOperator();
  try {
    await operator.quiet({ deployments: 0, clusters: 0 }, QUIET_MS);
    const clustersSeconds = await secondsOf(async () => {
      await scene.createClusters();
      await ledger.running(clusters, 1);
    });
    const atMs = performance.now();
    const samples = await scene.createDeployments(clusters);
    await ledger.running(clusters * 2, 1);
    const samplesSeconds = (performance.now() - atMs) / 1_000;
    await operator.quiet({ deployments: clusters, clusters }, QUIET_MS);
    await operator.stop();
    console.log(`${clusters} clusters run, and one deployment on each, load ${loadavg()[0]!.toFixed(1)}`);
    const cloner = await DeploymentCloner.open({ client, etcdUrl, git: backend.git });
    const clones = await cloner.add(count - clusters);
    await ledger.running(count + clusters, 1);
    console.log(`${clones.length} clones are made, load ${loadavg()[0]!.toFixed(1)}`);
    return { deployments: [...samples, ...clones], cloner, clustersSeconds, samplesSeconds };
  } finally {
    await operator.stop();
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return (performance.now() - startedAtMs) / 1_000;
}
