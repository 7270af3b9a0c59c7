/**
 * Climbs until something breaks: how many deployments one operator and one API server carry on 1,000 clusters
 * (`node bench/ladder.ts 1000 3750 30000`: clusters, the first rung, the last; `… 10 50 200` for a quick look).
 *
 * 1. All clusters are made at once, until all run; then one deployment on each.
 * 2. A rung: clones are added and taken up by an operator, which starts again; single changes are made one after the other,
 *    then 500 at once.
 *    Thirteen indicators have limits (`ladder-indicators.ts`).
 * 3. Each next rung is twice the last one, until one breaks; then what lies half way between is tried, once.
 *
 * Nothing is asserted.
 */
import { loadavg } from "node:os";
import { CLUSTERS, DEPLOYMENTS } from "../adapters/kubernetes/resource-types.ts";
import { HeadWatch } from "./head-watch.ts";
import { INDICATORS, holds, type Rung } from "./ladder-indicators.ts";
import { measureRung } from "./measure-rung.ts";
import { OperatorScene, type SceneDeployment } from "./operator-scene.ts";
import { printTable } from "./report.ts";
import { settleScene, type SettledScene } from "./settle-scene.ts";

const [clusters = 1_000, first = 3_750, last = 30_000] = process.argv.slice(2).map(Number);
const CLUSTERS_SECONDS_MAX = 600;

const doesHold = (rung: Rung): boolean => INDICATORS.every((indicator) => holds(indicator, rung));

/** Doubles from the first rung until one breaks or the last is reached, then tries the middle. */
async function climb(measure: (size: number) => Promise<Rung>): Promise<readonly Rung[]> {
  const rungs: Rung[] = [];
  for (let size = first; size <= last; size *= 2) {
    rungs.push(await measure(size));
    if (!doesHold(rungs.at(-1)!)) break;
  }
  const [held, broken] = rungs.slice(-2);
  if (broken !== undefined && held !== undefined && !doesHold(broken))
    rungs.push(await measure((held.deployments + broken.deployments) / 2));
  return rungs;
}

function printLadder(rungs: readonly Rung[], { clustersSeconds, samplesSeconds }: SettledScene): void {
  printTable(`${clusters} at once`, [
    { What: "clusters, until all run", Figure: `${clustersSeconds.toFixed(0)} s`, Limit: `${CLUSTERS_SECONDS_MAX} s` },
    { What: "deployments, one on each, until all run", Figure: `${samplesSeconds.toFixed(0)} s`, Limit: "" },
  ]);
  const rows = INDICATORS.map((indicator) => ({
    Indicator: indicator.name,
    Limit: `${indicator.limit} ${indicator.unit}`.trim(),
    ...Object.fromEntries(rungs.map((rung) => [`at ${rung.deployments}`, cell(indicator, rung)])),
  }));
  printTable(`The ladder: deployments on ${clusters} clusters, one operator and one API server`, rows);
}

function cell(indicator: (typeof INDICATORS)[number], rung: Rung): string {
  const value = indicator.of(rung);
  const figure = Number.isInteger(value) || value >= 10 ? value.toFixed(0) : value.toFixed(2);
  return holds(indicator, rung) ? figure : `${figure}: broke`;
}

const scene = await OperatorScene.open(clusters);
const heads = new HeadWatch(scene.backend.git.repository, scene.backend.git.branch);
try {
  await scene.ledger.follow(scene.client, CLUSTERS);
  await scene.ledger.follow(scene.client, DEPLOYMENTS);
  const settled = await settleScene(scene, first);
  let deployments: readonly SceneDeployment[] = settled.deployments;
  let round = 0;
  const measure = async (size: number): Promise<Rung> => {
    const more = size - deployments.length;
    if (more > 0) deployments = [...deployments, ...(await settled.cloner.add(more))];
    else if (more < 0) {
      await settled.cloner.remove(-more);
      deployments = deployments.slice(0, more);
    }
    await scene.ledger.running(size + clusters, 1);
    round += 1;
    const rung = await measureRung({ scene, deployments, heads, round });
    const broken = INDICATORS.filter((indicator) => !holds(indicator, rung)).map(({ name }) => name);
    console.log(`${size} deployments: ${broken.join(", ") || "all holds"}; load ${loadavg()[0]!.toFixed(1)}`);
    console.log(INDICATORS.map((indicator) => `  ${indicator.name}: ${cell(indicator, rung)}`).join("\n"));
    return rung;
  };
  printLadder(await climb(measure), settled);
} finally {
  heads.close();
  await scene.close();
}
