import { Gauge, type Registry } from "prom-client";

type Progress = Readonly<{ chart: string; counts: Readonly<Record<string, number>>; stopped: boolean }>;

/** Registers how far releases of the platform's charts have come. */
export function createReleaseMetrics(registry: Registry): (progress: Progress) => void {
  const registers = [registry];
  const objects = new Gauge({
    name: "berth_release_objects",
    help: "Objects by how they stand to the newest release of their chart",
    labelNames: ["chart", "state"],
    registers,
  });
  const stopped = new Gauge({
    name: "berth_release_stopped",
    help: "1 while a release is brought to nobody else because too many failed with it",
    labelNames: ["chart"],
    registers,
  });
  return ({ chart, counts, stopped: isStopped }) => {
    for (const [state, count] of Object.entries(counts)) objects.set({ chart, state }, count);
    stopped.set({ chart }, isStopped ? 1 : 0);
  };
}
