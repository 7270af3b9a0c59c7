import type { EventHub } from "../events/event-hub.ts";
import type { StreamAccess } from "../logs/stream-access.ts";
import { ENDINGS, type Ending } from "./ending.ts";

/** How long access that nobody has taken back may go on without being asked for, at most. */
const LOOK_EVERY_MS = 5_000;
/** Within this all sessions ask after somebody lost a right: hundreds at one moment would keep every key from its echo. */
const SPREAD_MS = 250;
/** While Postgres is away nobody can take anything back; so long that is taken for that. */
const AWAY_MAX_MS = 30_000;

type Hub = Pick<EventHub, "wait" | "clock" | "revocations">;

/**
 * Asks for a person's access again and again, and soon after somebody lost a right; resolves when it has ended. Each session
 * asks at moments of its own: what else happens wakes all of them, and is none of their business.
 */
export async function watchAccess(
  access: Pick<StreamAccess, "check">,
  hub: Hub,
  signal: AbortSignal,
  random: () => number = Math.random,
): Promise<Ending | undefined> {
  const { clock } = hub;
  let knownAtMs = clock.monotonicMs();
  let { revocations } = hub;
  for (;;) {
    await untilDue(hub, revocations, signal, random);
    if (signal.aborted) return undefined;
    ({ revocations } = hub);
    const standing = await access.check();
    const nowMs = clock.monotonicMs();
    if (standing === "access_ended") return ENDINGS.accessEnded;
    if (standing === "deployment_gone") return ENDINGS.gone;
    if (standing === "allowed") knownAtMs = nowMs;
    else if (nowMs - knownAtMs >= AWAY_MAX_MS) return ENDINGS.accessUnknown;
  }
}

async function untilDue(hub: Hub, revocations: number, signal: AbortSignal, random: () => number): Promise<void> {
  const { clock } = hub;
  let dueAtMs = clock.monotonicMs() + LOOK_EVERY_MS * (1 - random() / 2);
  let isTold = false;
  while (!signal.aborted) {
    if (!isTold && hub.revocations !== revocations) {
      isTold = true;
      dueAtMs = Math.min(dueAtMs, clock.monotonicMs() + SPREAD_MS * random());
    }
    const restMs = dueAtMs - clock.monotonicMs();
    if (restMs <= 0) return;
    await hub.wait(restMs, signal);
  }
}
