/*
 * The embedded registry, a process of its own: node local/registry/main.ts SETTINGS_FILE
 * 1. End what an earlier run left behind, start distribution on a port of its own.
 * 2. Listen: the front for clients, and what tells the gateway how much is stored.
 * 3. Once a day what no tag leads to is removed.
 */
import { mkdir, readFile } from "node:fs/promises";
import type { Server } from "node:net";
import { join } from "node:path";
import { loadLocalConfig } from "../config.ts";
import { Supervisor } from "../processes/supervisor.ts";
import { Distribution } from "./distribution.ts";
import { createFront } from "./front.ts";
import { registrySettings } from "./settings.ts";
import { createStorageServer } from "./storage-server.ts";
import { storedBytes } from "./stored-bytes.ts";

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 3_600_000;

async function run(settingsFile: string): Promise<void> {
  const settings = registrySettings.parse(JSON.parse(await readFile(settingsFile, "utf8")));
  const imagesDir = join(settings.dir, "images");
  await mkdir(imagesDir, { recursive: true });
  const report = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  const supervisor = new Supervisor({ dir: settings.dir, env: loadLocalConfig().childEnv, report });
  await supervisor.open();
  const distribution = new Distribution(settings, supervisor);
  await distribution.start();
  const [key, cert] = [await readFile(settings.keyFile, "utf8"), await readFile(settings.certificateFile, "utf8")];
  const storage = createStorageServer({
    token: settings.storageToken,
    storedBytes: (project) => storedBytes(imagesDir, project),
    collect: () => distribution.collect(),
  });
  const fronts = settings.addresses.map((address) => {
    const front = createFront({ key, cert, distributionUrl: distribution.url, gatewayUrl: settings.gatewayUrl });
    front.listen(settings.port, address);
    return front;
  });
  // Last: who asks whether all is there asks this one.
  storage.listen(settings.storagePort, "127.0.0.1");
  const timer = setInterval(() => {
    collectDaily(distribution).catch((error: unknown) => report(String(error)));
  }, LOOK_EVERY_MS);
  process.once("SIGTERM", () => {
    clearInterval(timer);
    for (const server of [storage, ...fronts]) close(server);
    supervisor.stopAll().catch((error: unknown) => report(String(error)));
  });
}

async function collectDaily(distribution: Distribution): Promise<void> {
  if ((await distribution.collectedAgoMs(Date.now())) > DAY_MS) await distribution.collect();
}

function close(server: Server & { closeAllConnections: () => void }): void {
  server.close();
  server.closeAllConnections();
}

run(process.argv[2] ?? "").catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
