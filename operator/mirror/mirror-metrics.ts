import { Counter, Gauge, type Registry } from "prom-client";
import { UnprojectableObjects } from "./unprojectable-objects.ts";

/** The mirror's metrics. */
export type MirrorMetrics = Readonly<{
  rows: Counter;
  unprojectable: UnprojectableObjects;
  failures: Counter;
  /** Reads lag and backlog at scrape time. */
  follow: (mirror: Readonly<{ lagMs: number; pending: number }>) => void;
}>;

/** Registers the mirror's metrics. */
export function createMirrorMetrics(registry: Registry): MirrorMetrics {
  const registers = [registry];
  return {
    rows: new Counter({ name: "berth_mirror_rows_total", help: "Rows sent to Postgres", registers }),
    unprojectable: followUnprojectable(registers),
    failures: new Counter({ name: "berth_mirror_failures_total", help: "Batches put off", registers }),
    follow: (mirror) => {
      follow(registry, mirror);
    },
  };
}

/** A gauge, not a counter: one that begins at its first increment shows no increase, and that is mostly the only one. */
function followUnprojectable(registers: Registry[]): UnprojectableObjects {
  const unprojectable = new UnprojectableObjects();
  new Gauge({
    name: "berth_mirror_unprojectable",
    help: "Objects whose newest version cannot be projected or stored: they show as Unprojectable, or not at all",
    labelNames: ["kind"],
    registers,
    collect() {
      for (const [kind, count] of unprojectable.counts()) this.set({ kind }, count);
    },
  });
  return unprojectable;
}

function follow(registry: Registry, mirror: Readonly<{ lagMs: number; pending: number }>): void {
  const registers = [registry];
  new Gauge({
    name: "berth_mirror_lag_seconds",
    help: "Age of the oldest change that is not in Postgres yet",
    registers,
    collect() {
      this.set(mirror.lagMs / 1000);
    },
  });
  new Gauge({
    name: "berth_mirror_pending",
    help: "Objects whose newest version is not in Postgres yet",
    registers,
    collect() {
      this.set(mirror.pending);
    },
  });
}
