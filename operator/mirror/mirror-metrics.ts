import { Counter, Gauge, type Registry } from "prom-client";

/** The mirror's metrics. */
export type MirrorMetrics = Readonly<{
  rows: Counter;
  unprojectable: Counter<"kind">;
  failures: Counter;
  /** Reads lag and backlog at scrape time. */
  follow: (mirror: Readonly<{ lagMs: number; pending: number }>) => void;
}>;

/** Registers the mirror's metrics. */
export function createMirrorMetrics(registry: Registry): MirrorMetrics {
  const registers = [registry];
  return {
    rows: new Counter({ name: "berth_mirror_rows_total", help: "Rows sent to Postgres", registers }),
    unprojectable: new Counter({
      name: "berth_mirror_unprojectable_total",
      help: "Objects that could not be projected or stored",
      labelNames: ["kind"],
      registers,
    }),
    failures: new Counter({ name: "berth_mirror_failures_total", help: "Batches put off", registers }),
    follow: (mirror) => {
      follow(registry, mirror);
    },
  };
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
