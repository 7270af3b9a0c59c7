import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { eventually } from "../test/support/eventually.ts";
import { freePort } from "../test/support/free-ports.ts";
import type { MemoryLimit } from "./memory-limit.ts";

const ROOT = join(import.meta.dirname, "..");
const PROFILE = process.argv.includes("--profile") ? ["--cpu-prof", "--cpu-prof-dir=.berth/profiles"] : [];

/** A process that is measured, and where it answers. */
export type Server = Readonly<{ child: ChildProcess; url: string }>;

type Started = Readonly<{
  root?: string;
  /** The program, where it is not the checkout's. */
  program?: string;
  env?: Readonly<Record<string, string>>;
  flags?: readonly string[];
  limit?: MemoryLimit | undefined;
}>;

/**
 * Starts the gateway as it runs elsewhere, of this checkout or another, without limits of rates; `--profile` leaves where its time
 * goes in `.berth/profiles`.
 */
export async function startGateway(
  postgresUrl: string,
  kubeconfig: string,
  { root = ROOT, program = join(root, "api/main.ts"), env: more = {}, flags = [], limit }: Started = {},
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env["PATH"],
    BERTH_PORT: String(port),
    BERTH_PUBLIC_URL: url,
    BERTH_POSTGRES_URL: postgresUrl,
    BERTH_KUBECONFIG: kubeconfig,
    BERTH_RATE_LIMIT_PER_SECOND: "1000000",
    BERTH_RATE_LIMIT_BURST: "1000000",
    BERTH_WAITS_PER_USER: "1000000",
    BERTH_WRITES_PER_MINUTE: "1000000",
    ...more,
  };
  const command = [process.execPath, ...(root === ROOT ? PROFILE : []), ...flags, program] as const;
  const [first, ...words] = limit?.within(command) ?? command;
  const child = spawn(first, words, {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await eventually(async () => {
    if ((await fetch(`${url}/healthz`)).status !== 200) throw new Error("The gateway is not up yet");
  }, 180_000);
  return { child, url };
}
