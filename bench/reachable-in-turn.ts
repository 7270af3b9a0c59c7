import { loadavg } from "node:os";
import { quantile } from "./report.ts";

/** Looks again every so often until something is so, and says when it was. */
export async function whenSo(isSo: () => Promise<boolean>, withinMs: number, everyMs: number): Promise<number> {
  const endsAtMs = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > endsAtMs) throw new Error(`not so within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return Date.now();
}

/** Derives a row of a table: how long it took in the middle, and at worst. */
export function reachRow(what: string, samples: readonly number[]): Record<string, string> {
  const seconds = (share: number): string => `${(quantile(samples, share) / 1_000).toFixed(1)} s`;
  return {
    what,
    rounds: String(samples.length),
    p50: seconds(0.5),
    p99: seconds(0.99),
    "load average": (loadavg()[0] ?? 0).toFixed(1),
  };
}
