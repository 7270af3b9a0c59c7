import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "../adapters/postgres/pool.ts";
import { readRebuild, requestRebuild } from "../adapters/postgres/resources/resource-store.ts";

const LOOK_MS = 1_000;
/** The mirror looks every 15 s whether a rebuild was asked for. */
const TAKE_UP_MS = 60_000;

/** Asks for a rebuild and follows it to its end; the platform stays in use, rows are replaced one by one. */
export async function rebuildProjection(pool: Pool, say: (text: string) => void): Promise<void> {
  await requestRebuild(pool);
  say("Asked for a rebuild.");
  const askedMs = performance.now();
  let shown = "";
  for (;;) {
    const state = await readRebuild(pool);
    if (state?.left === 0) {
      say(`Done: ${state.total} rows.`);
      return;
    }
    if (state === undefined && performance.now() - askedMs > TAKE_UP_MS)
      throw new Error(
        "No operator has taken it up for a minute. The one that leads next will; berthctl doctor tells more",
      );
    const text =
      state === undefined ? "Waiting for the operator that leads" : `${state.left} of ${state.total} rows left`;
    if (text !== shown) say(text);
    shown = text;
    await sleep(LOOK_MS);
  }
}
