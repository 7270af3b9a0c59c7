import { execFile } from "node:child_process";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type pg from "pg";
import type { KubeClient } from "../adapters/kubernetes/kube-client.ts";
import { parseMetrics } from "./operator-process.ts";

/** All that an operator can leave behind: versions in etcd, commits on the branch, rows in the change feed. */
export type Footprint = Readonly<{
  writes: ReadonlyMap<string, number>;
  head: string;
  commits: number;
  changes: string;
}>;

/** Where to look. */
type FootprintSources = Readonly<{
  client: KubeClient;
  database: pg.Client;
  repository: string;
  branch: string;
}>;

const WRITES = new Set(["POST", "PUT", "PATCH", "APPLY", "DELETE", "DELETECOLLECTION"]);

/** Takes the footprint of everyone who writes; leases are left out, since a leader renews its own. */
export async function takeFootprint({ client, database, repository, branch }: FootprintSources): Promise<Footprint> {
  const run = promisify(execFile);
  const git = async (...args: string[]): Promise<string> =>
    (await run("git", ["-C", repository, ...args])).stdout.trim();
  const { rows } = await database.query<{ changes: string }>(
    "SELECT count(*) || '/' || max(seq) AS changes FROM changes",
  );
  return {
    writes: await countWrites(client),
    head: await git("rev-parse", branch),
    commits: Number(await git("rev-list", "--count", branch)),
    changes: rows[0]!.changes,
  };
}

/** Describes what was left behind between two looks; "nothing" is the good answer. */
export function describeDifference(before: Footprint, after: Footprint): string {
  const writes = [...after.writes].flatMap(([name, count]) => {
    const more = count - (before.writes.get(name) ?? 0);
    return more === 0 ? [] : [`${more} × ${name}`];
  });
  const moved = before.head === after.head ? [] : [`${after.commits - before.commits} commits`];
  const changes = before.changes === after.changes ? [] : [`changes ${before.changes} to ${after.changes}`];
  return [...writes, ...moved, ...changes].join(", ") || "nothing";
}

async function countWrites(client: KubeClient): Promise<Map<string, number>> {
  const metrics = parseMetrics(await text(await client.stream("/metrics", AbortSignal.timeout(30_000))));
  const writes = new Map<string, number>();
  for (const [key, count] of metrics) {
    if (!key.startsWith("apiserver_request_total{")) continue;
    const label = (name: string): string => new RegExp(`[{,]${name}="([^"]*)"`).exec(key)?.[1] ?? "";
    const kind = label("resource");
    if (!WRITES.has(label("verb")) || !label("code").startsWith("2") || kind === "leases") continue;
    const subresource = label("subresource") === "" ? "" : `/${label("subresource")}`;
    const name = `${label("verb")} ${kind}${subresource}`;
    writes.set(name, (writes.get(name) ?? 0) + count);
  }
  return writes;
}
