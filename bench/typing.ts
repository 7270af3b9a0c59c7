/** Types in shells as people do, and says how long each echo took. */
import { setTimeout as delay } from "node:timers/promises";
import type { WebSocket } from "ws";

const STDOUT = 1;
const KEY_MS = 200;
const KEY = Buffer.from([0, "k".charCodeAt(0)]);

/**
 * Types `keys` in all shells, five a second in each, each at its own moments. Nobody waits for an echo before they type on:
 * what would have been typed while something paused counts, too.
 */
export async function typeKeys(shells: readonly WebSocket[], keys: number): Promise<number[]> {
  const beganAtMs = performance.now();
  const took = shells.map((socket, index) => typeIn(socket, keys, beganAtMs + (KEY_MS * index) / shells.length));
  return (await Promise.all(took)).flat();
}

async function typeIn(socket: WebSocket, keys: number, firstAtMs: number): Promise<number[]> {
  const sentAtMs: number[] = [];
  const took: number[] = [];
  const { promise: echoed, resolve, reject } = Promise.withResolvers<undefined>();
  echoed.catch(() => undefined);
  const onMessage = (message: Buffer): void => {
    if (message[0] !== STDOUT) return;
    const nowMs = performance.now();
    // Echoes of several keys may come as one message.
    for (const oneAtMs of sentAtMs.splice(0, message.length - 1)) took.push(nowMs - oneAtMs);
    if (took.length === keys) resolve(undefined);
  };
  const onClose = (): void => reject(new Error("A shell has ended"));
  socket.on("message", onMessage).on("close", onClose);
  try {
    for (let key = 0; key < keys; key += 1) {
      await delay(Math.max(0, firstAtMs + KEY_MS * key - performance.now()));
      sentAtMs.push(performance.now());
      socket.send(KEY);
    }
    await echoed;
    return took;
  } finally {
    socket.off("message", onMessage).off("close", onClose);
  }
}
