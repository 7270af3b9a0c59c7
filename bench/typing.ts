/** Types in shells as people do, and says how long each echo took. */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { WebSocket } from "ws";
import { inParallel } from "./in-parallel.ts";

const STDOUT = 1;
const KEY_MS = 200;

/** Types `keys` in all shells, five a second in each, each at its own moments. */
export async function typeKeys(shells: readonly WebSocket[], keys: number): Promise<number[]> {
  const took: number[] = [];
  const frame = Buffer.from([0, "k".charCodeAt(0)]);
  await inParallel(shells, shells.length, async (socket, index) => {
    await delay((KEY_MS * index) / shells.length);
    for (let key = 0; key < keys; key += 1) {
      const startedAtMs = performance.now();
      const echoed = nextOutput(socket);
      socket.send(frame);
      await echoed;
      took.push(performance.now() - startedAtMs);
      await delay(Math.max(0, KEY_MS - (performance.now() - startedAtMs)));
    }
  });
  return took;
}

async function nextOutput(socket: WebSocket): Promise<void> {
  for (;;) {
    const [message] = (await once(socket, "message")) as [Buffer];
    if (message[0] === STDOUT) return;
  }
}
