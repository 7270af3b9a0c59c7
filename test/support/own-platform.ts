import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStack, type Stack } from "../../local/stack.ts";
import { eventually } from "./eventually.ts";

/** A platform with real nodes for one file alone, whose settings are not everybody's. */
export type OwnPlatform = Readonly<{ stack: Stack; url: string; homeDir: string; stop: () => Promise<void> }>;

/** Starts one; the settings are this process's while it starts. */
export async function startOwnPlatform(settings: Readonly<Record<string, string>>): Promise<OwnPlatform> {
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const);
  const homeDir = await mkdtemp(join(tmpdir(), "berth-own-"));
  Object.assign(process.env, settings);
  try {
    const stack = await startStack({ homeDir, nodes: "real", port: 0, quiet: true, restartPauseMsMax: 1_000 });
    const { url } = stack.connection;
    await eventually(async () => {
      const ready = await fetch(`${url}/readyz`);
      if (ready.status !== 200) throw new Error(`readyz answers ${ready.status}: ${await ready.text()}`);
    }, 300_000);
    const stop = async (): Promise<void> => {
      await stack.stop();
      await rm(homeDir, { recursive: true, force: true });
    };
    return { stack, url, homeDir, stop };
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
}
