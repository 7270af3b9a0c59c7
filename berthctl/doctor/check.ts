import { forEachAtOnce } from "../../adapters/for-each-at-once.ts";

/** How one thing stands, and what to do where it does not stand well. */
export type Finding = Readonly<{ state: "ok" | "warning" | "fault"; found: string; remedy?: string }>;
/** One look at one thing; a rejection is a fault. */
export type Check = Readonly<{
  area: string;
  name: string;
  /** What to do when the look itself fails. */
  remedy: string;
  look: (signal: AbortSignal) => Promise<Finding>;
}>;
/** What came of a check. */
export type Result = Readonly<{ area: string; name: string }> & Finding;

const LOOK_MS = 15_000;
const AT_ONCE = 4;

/** Makes all checks, a few at a time, each within 15 s; in their order. */
export async function runChecks(checks: readonly Check[], explain: (error: unknown) => string): Promise<Result[]> {
  const results: Result[] = [];
  await forEachAtOnce([...checks.entries()], AT_ONCE, async ([index, check]) => {
    results[index] = await runCheck(check, explain);
  });
  return results;
}

async function runCheck({ area, name, remedy, look }: Check, explain: (error: unknown) => string): Promise<Result> {
  const deadline = AbortSignal.timeout(LOOK_MS);
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener("abort", () => reject(new LateError()), { once: true });
  });
  try {
    return { area, name, ...(await Promise.race([look(deadline), late])) };
  } catch (error) {
    const found = error instanceof LateError ? `no answer within ${LOOK_MS / 1000} s` : explain(error);
    return { area, name, state: "fault", found, remedy };
  }
}

class LateError extends Error {}

/** Says that all is well. */
export function ok(found: string): Finding {
  return { state: "ok", found };
}

/** Says that something wants attention. */
export function warning(found: string, remedy: string): Finding {
  return { state: "warning", found, remedy };
}

/** Says that something is broken. */
export function fault(found: string, remedy: string): Finding {
  return { state: "fault", found, remedy };
}
