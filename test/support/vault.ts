import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { findVault } from "../vault/install-vault.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-ports.ts";

/** Holds a real Vault in development mode: its data is in memory, KV version 2 lies at `secret/`. */
export type TestVault = Readonly<{
  url: string;
  token: string;
  /** Sends a request with the root token. */
  ask: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Record<string, unknown> }>;
  stop: () => Promise<void>;
}>;

/** Starts a Vault on a free port of loopback. */
export async function startVault(): Promise<TestVault> {
  const command = await findVault();
  const port = await freePort();
  const token = `root-${randomBytes(12).toString("hex")}`;
  const args = [
    "server",
    "-dev",
    `-dev-root-token-id=${token}`,
    `-dev-listen-address=127.0.0.1:${port}`,
    "-dev-no-store-token",
  ];
  const child = spawn(command, args, {
    stdio: "ignore",
    cwd: tmpdir(),
    env: { HOME: tmpdir(), PATH: process.env["PATH"] },
  });
  const url = `http://127.0.0.1:${port}`;
  const ask: TestVault["ask"] = async (method, path, body) => {
    const response = await fetch(`${url}/v1/${path}`, {
      method,
      headers: { "x-vault-token": token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  await eventually(async () => {
    const { status } = await ask("GET", "sys/health");
    if (status !== 200) throw new Error(`Vault is not ready: ${status}`);
  }, 30_000);
  return {
    url,
    token,
    ask,
    async stop() {
      process.removeListener("exit", kill);
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exit;
}
