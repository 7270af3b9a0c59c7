import type { EventHub } from "../events/event-hub.ts";
import type { StreamAccess } from "../logs/stream-access.ts";
import type { AccessRounds } from "./access-rounds.ts";
import { ENDINGS, type Ending } from "./ending.ts";

/** While Postgres is away nobody can take anything back; so long that is taken for that. */
const AWAY_MAX_MS = 30_000;

/** What says when to ask. */
export type AccessWatch = Readonly<{
  hub: Pick<EventHub, "clock" | "revocations">;
  rounds: Pick<AccessRounds, "next">;
}>;

/** Asks for a person's access in each round; resolves when it has ended. */
export async function watchAccess(
  access: Pick<StreamAccess, "check">,
  { hub, rounds }: AccessWatch,
  signal: AbortSignal,
): Promise<Ending | undefined> {
  const { clock } = hub;
  let knownAtMs = clock.monotonicMs();
  let { revocations } = hub;
  for (;;) {
    await rounds.next(revocations, signal);
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
