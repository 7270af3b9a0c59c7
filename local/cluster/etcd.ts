import type { ChildSpec } from "../processes/child.ts";
import { answersOk } from "../processes/probes.ts";

/** Describes the one etcd in which every control plane has its prefix. */
export function etcdSpec({
  command,
  dataDir,
  port,
  peerPort,
}: {
  command: string;
  dataDir: string;
  port: number;
  peerPort: number;
}): ChildSpec {
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return {
    name: "etcd",
    command,
    args: [
      "--name=berth",
      `--data-dir=${dataDir}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=berth=${peer}`,
      "--quota-backend-bytes=8589934592",
      // Bookmarks of quiet kinds, one a minute, come from it; without them the watchdogs of clients break off healthy watches.
      // Told each five seconds, a resting etcd and its API server take a quarter more.
      "--watch-progress-notify-interval=15s",
      "--snapshot-count=10000",
    ],
    stopWave: 3,
    ready: (signal) => answersOk(`${client}/health`, signal),
  };
}

/** Deletes every key below a prefix, over etcd's JSON gateway. */
export async function deleteEtcdPrefix(etcdUrl: string, prefix: string): Promise<void> {
  const start = `${prefix}/`;
  const end = `${prefix}0`; // "0" is the byte after "/", so this is the first key that is not below the prefix.
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  const response = await fetch(`${etcdUrl}/v3/kv/deleterange`, {
    method: "POST",
    body: JSON.stringify({ key: base64(start), range_end: base64(end) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`Deleting ${prefix} from etcd failed: HTTP ${response.status}`);
  await response.body?.cancel();
}
