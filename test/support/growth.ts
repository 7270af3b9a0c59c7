/** Times below it say nothing about growth. */
const FLOOR_MS = 8;
const TRIES = 8;

type Work = (text: string) => unknown;

/**
 * Tells whether the time of a work grows by three or more when its text is twice as long; linear work takes twice the time.
 * It is the processor's time of this thread; what a collection of garbage or the compiler made long is measured again.
 */
export function isSuperlinear(work: Work, make: (length: number) => string, length: number): boolean {
  const [text, longer] = [make(length), make(2 * length)];
  let [once, twice] = [Infinity, Infinity];
  for (let at = 0; at < TRIES; at += 1) {
    twice = Math.min(twice, timeOf(work, longer));
    if (twice <= FLOOR_MS) return false;
    once = Math.min(once, timeOf(work, text));
    if (twice < 3 * Math.max(once, FLOOR_MS / 4)) return false;
  }
  return true;
}

/** Tells the same of a work that waits for answers; nothing else must be at work in this thread meanwhile. */
export async function isSlowlyAnswered(
  work: (text: string) => Promise<unknown>,
  make: (length: number) => string,
  length: number,
): Promise<boolean> {
  const [text, longer] = [make(length), make(2 * length)];
  let [once, twice] = [Infinity, Infinity];
  for (let at = 0; at < TRIES; at += 1) {
    twice = Math.min(twice, await waitOf(work, longer));
    if (twice <= FLOOR_MS) return false;
    once = Math.min(once, await waitOf(work, text));
    if (twice < 3 * Math.max(once, FLOOR_MS / 4)) return false;
  }
  return true;
}

async function waitOf(work: (text: string) => Promise<unknown>, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await work(text).catch(() => undefined);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function timeOf(work: Work, text: string): number {
  const before = process.threadCpuUsage();
  try {
    work(text);
  } catch {
    // A refusal is an answer, too: only its time counts.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
