import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { findVault } from "./vault/install-vault.ts";
import { vaultContainer } from "./containers/images.ts";
import { runContainer, usesContainers } from "./containers/run-container.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-ports.ts";

/** A real Vault in development mode: its data is in memory, KV version 2 lies at `secret/`. */
export type TestVault = Readonly<{
  url: string;
  token: string;
  /** Sends a request with the root token. */
  ask: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Record<string, unknown> }>;
  stop: () => Promise<void>;
}>;

/** What runs a Vault: its address, and how it ends. */
type Server = Readonly<{ url: string; stop: () => Promise<void> }>;

/** Starts a Vault on a free port: in a container where a Docker engine answers, else from its own binary. */
export async function startVault(): Promise<TestVault> {
  const token = `root-${randomBytes(12).toString("hex")}`;
  const { url, stop } = (await usesContainers()) ? await startContained(token) : await startBinary(token);
  const ask: TestVault["ask"] = async (method, path, body) => {
    const response = await fetch(`${url}/v1/${path}`, {
      method,
      headers: { "x-vault-token": token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  await eventually(async () => {
    const { status } = await ask("GET", "sys/health");
    if (status !== 200) throw new Error(`Vault is not ready: ${status}`);
  });
  return { url, token, ask, stop };
}

async function startContained(token: string): Promise<Server> {
  const { host, port, stop } = await runContainer(vaultContainer(token));
  return { url: `http://${host}:${port}`, stop };
}

async function startBinary(token: string): Promise<Server> {
  const command = await findVault();
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const flags = [`-dev-root-token-id=${token}`, `-dev-listen-address=${address}`, "-dev-no-store-token"];
  const child = spawn(command, ["server", "-dev", ...flags], {
    stdio: "ignore",
    cwd: tmpdir(),
    env: { HOME: tmpdir(), PATH: process.env["PATH"] },
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  return {
    url: `http://${address}`,
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
