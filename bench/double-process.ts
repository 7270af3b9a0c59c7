/* A double of an API server's exec, with TLS, as a process of its own: what it costs is not what the gateway costs. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Authority } from "../local/nodes/authority.ts";
import { startPodSockets, type PodSocketDouble } from "../test/support/pod-socket-double.ts";

/** A double that runs, and where it answers. */
type DoubleProcess = Readonly<{ access: PodSocketDouble["access"]; stop: () => void }>;

/** Starts the double. */
export async function startDouble(): Promise<DoubleProcess> {
  // In a session of its own, as the API server of a node is: Linux shares processors out among these.
  const child = fork(import.meta.filename, { execArgv: [], detached: true });
  const [access] = (await once(child, "message")) as [PodSocketDouble["access"]];
  return { access, stop: () => child.kill() };
}

async function answer(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "berth-double-"));
  const authority = await Authority.open(folder);
  await rm(folder, { recursive: true });
  const { certificate: cert, key } = await authority.issue({ commonName: "double", names: ["127.0.0.1"] });
  const { access } = await startPodSockets({ cert, key, ca: authority.certificate });
  process.send?.(access);
}

if (process.argv[1] === import.meta.filename) {
  process.once("disconnect", () => process.exit());
  await answer();
}
