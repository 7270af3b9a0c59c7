import { randomUUID } from "node:crypto";
import { takeLease, releaseLease } from "../../adapters/postgres/lease-store.ts";
import { QueueLoop } from "../queue-loop.ts";
import { SlowClusters } from "./slow-clusters.ts";
import { lookAtAlerts, type LookParts } from "./look-at-alerts.ts";

const LEASE = "alerts";
/** Longer than what lies between two clusters, which is 15 s at most. */
const LEASE_SECONDS = 120;

/** Looks at everything with alert rules again and again, while no other gateway does; answers how to end it. */
export function startAlerts(parts: LookParts): Readonly<{ stop: () => Promise<void> }> {
  const { alertSeconds } = parts.config;
  if (alertSeconds === 0) return { stop: () => Promise.resolve() };
  const lease = { name: LEASE, holder: randomUUID(), seconds: LEASE_SECONDS + alertSeconds };
  const slow = new SlowClusters();
  const stopping = new AbortController();
  const isHeld = async (): Promise<boolean> => !stopping.signal.aborted && (await takeLease(parts.pool, lease));
  const loop = new QueueLoop({
    name: LEASE,
    log: parts.log,
    pollMs: alertSeconds * 1_000,
    pass: async () => {
      if (await isHeld()) await lookAtAlerts(parts, { isHeld, slow });
      return false;
    },
  });
  const running = loop.run(stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
      await releaseLease(parts.pool, lease).catch(() => undefined);
    },
  };
}
