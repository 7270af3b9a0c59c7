import { Gauge, type Registry } from "prom-client";

/** Registers how much is delivered without a resource. */
export function createOrphanMetrics(registry: Registry): (counts: Readonly<Record<string, number>>) => void {
  const orphans = new Gauge({
    name: "berth_orphans",
    help: "What Git or Argo CD hold without a resource, and nobody has deleted: nothing of it is removed",
    labelNames: ["kind"],
    registers: [registry],
  });
  return (counts) => {
    for (const [kind, count] of Object.entries(counts)) orphans.set({ kind }, count);
  };
}
