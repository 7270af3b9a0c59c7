/** Times below it say nothing about growth. */
const FLOOR_MS = 8;
/** The kernel tells a thread's time in ticks, of 4 or 10 ms on some machines: what looked slow is judged by sums of many ticks. */
const SUM_MS = 120;
const TRIES = 8;
/** The shorter text is timed so often before anything is called linear: a compiler or a collection at work in its one time would hide what grows. */
const TIMES_LEAST = 3;
/** What grows so much in each of these is not measured again. */
const CERTAIN = 8;

type Work = (text: string) => unknown;

/**
 * Tells whether the time of a work grows by three or more when its text is twice as long; linear work takes twice the time.
 * It is the processor's time of this thread, in which nothing else must be at work meanwhile; what a collection of garbage or the
 * compiler made long is measured again.
 */
export async function isSuperlinear(work: Work, make: (length: number) => string, length: number): Promise<boolean> {
  const [text, longer] = [make(length), make(2 * length)];
  const glance = await timeOf(work, longer, 1);
  if (glance <= FLOOR_MS) return false;
  let least = Infinity;
  for (let at = 0; at < TIMES_LEAST && glance < 2.5 * least; at += 1)
    least = Math.min(least, await timeOf(work, text, 1));
  if (glance < 2.5 * least) return false;
  const times = Math.ceil(SUM_MS / glance);
  let [once, twice] = [Infinity, Infinity];
  for (let at = 0; at < TRIES; at += 1) {
    twice = Math.min(twice, await timeOf(work, longer, times));
    once = Math.min(once, await timeOf(work, text, times));
    if (twice <= FLOOR_MS) return false;
    if (at + 1 < TIMES_LEAST) continue;
    const growth = twice / Math.max(once, FLOOR_MS / 4);
    if (growth < 3) return false;
    if (growth >= CERTAIN) return true;
  }
  return true;
}

/** Takes a work's time, the mean of so many times; a refusal is an answer, too. */
async function timeOf(work: Work, text: string, times: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let at = 0; at < times; at += 1)
    try {
      await work(text);
    } catch {
      // Only its time counts.
    }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / times;
}
