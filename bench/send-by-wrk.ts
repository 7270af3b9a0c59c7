import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const UNITS: Readonly<Record<string, number>> = { us: 1e-3, ms: 1, s: 1_000 };

/** Sends one request again and again by wrk, from the path; every answer must be a good one. */
export async function sendByWrk(
  url: string,
  key: string,
  { connections, seconds }: Readonly<{ connections: number; seconds: number }>,
): Promise<Readonly<{ rate: number; total: number; p50Ms: number; p99Ms: number }>> {
  const words = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-H", `Authorization: Bearer ${key}`, url];
  const { stdout } = await run("wrk", words);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  const quantileMs = (share: number): number => {
    const [, amount = "", unit = ""] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(amount) * (UNITS[unit] ?? Number.NaN);
  };
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    total: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    p50Ms: quantileMs(50),
    p99Ms: quantileMs(99),
  };
}
