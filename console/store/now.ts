import { signal } from "@preact/signals";
import { clockSkew } from "../view/clock-skew.ts";

const STEP_MS = 30_000;
let skewMs = 0;

/** Tells the time as the gateway has it: what it said of times is compared with that, whatever the reader's clock shows. */
export const serverNow = (): number => Date.now() + skewMs;

/** The time that ages are told by, which moves on twice a minute. */
export const now = signal(serverNow());

/** Has ages told by the time that it is now. */
export function tellTime(): void {
  now.value = serverNow();
}
setInterval(tellTime, STEP_MS);

/** Learns the gateway's time from an answer, and hands that on. */
export function hearTime(answer: Response): Response {
  const heardMs = clockSkew(answer.headers.get("date"), Date.now(), skewMs);
  if (heardMs !== skewMs) {
    skewMs = heardMs;
    tellTime();
  }
  return answer;
}
