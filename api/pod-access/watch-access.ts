import type { EventHub } from "../events/event-hub.ts";
import type { StreamAccess } from "../logs/stream-access.ts";
import { ENDINGS, type Ending } from "./ending.ts";

/** How long access that nobody has taken back may go on without being asked for. */
const LOOK_EVERY_MS = 5_000;
/** While Postgres is away nobody can take anything back; so long that is taken for that. */
const AWAY_MAX_MS = 30_000;

/** Asks for a person's access again and again, and at once after somebody lost a right; resolves when it has ended. */
export async function watchAccess(
  access: Pick<StreamAccess, "check">,
  hub: Pick<EventHub, "wait" | "clock">,
  signal: AbortSignal,
): Promise<Ending | undefined> {
  let knownAtMs = hub.clock.monotonicMs();
  for (;;) {
    await hub.wait(LOOK_EVERY_MS, signal);
    if (signal.aborted) return undefined;
    const standing = await access.check();
    const nowMs = hub.clock.monotonicMs();
    if (standing === "access_ended") return ENDINGS.accessEnded;
    if (standing === "deployment_gone") return ENDINGS.gone;
    if (standing === "allowed") knownAtMs = nowMs;
    else if (nowMs - knownAtMs >= AWAY_MAX_MS) return ENDINGS.accessUnknown;
  }
}
