import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { startStack, type Stack } from "../../local/stack.ts";
import type { BerthClient } from "./berth-client.ts";
import { clearStandingClusters, createCluster, type NewCluster } from "./standing-clusters.ts";
import { startDnsServer, type DnsServer } from "./dns-server.ts";
import { atEnd } from "./endings.ts";
import { platformWitness } from "./evidence/platform-witness.ts";
import { atFailure } from "./evidence/witnesses.ts";
import { eventually } from "./eventually.ts";
import { freePorts } from "./free-ports.ts";

/** A whole platform of the tests' own: the real processes on a temporary home. */
export type Platform = Readonly<{
  stack: Stack;
  url: string;
  management: KubeClient;
  homeDir: string;
  /** What the operator asks for the TXT records of domains. */
  dns: DnsServer;
  /** At which ports of this machine its gateway asks for what was kept of real nodes: who needs a store starts it there. */
  stores: Readonly<{ metrics: number; logs: number }>;
}>;

let running: Promise<Platform> | undefined;

/** How the clusters go that the file before has made: each is an API server, which costs as much as many tests. */
let leave: (() => Promise<unknown>)[] = [];

/**
 * Starts the platform once per mocha process; every e2e and chaos file shares it, and finds neither the clusters of another
 * one nor anything on those that stand for all. What its nodes are says the first.
 */
export async function startPlatform(nodes: "real" | "simulated" = "simulated"): Promise<Platform> {
  if (running === undefined) atEnd(stopPlatform);
  running ??= start(nodes);
  const left = leave;
  leave = [];
  const platform = await running;
  await Promise.all([...left.map((go) => go()), clearStandingClusters()]);
  return platform;
}

async function start(nodes: "real" | "simulated"): Promise<Platform> {
  process.env["BERTH_NODE_DRAIN_SECONDS"] ??= "12";
  // One session makes keys in all the files of a process, which take longer than it stays fresh.
  process.env["BERTH_FRESH_PROOF_MINUTES"] ??= "240";
  const dns = await startDnsServer();
  process.env["BERTH_DNS_SERVERS"] = dns.address;
  // Where the tests serve charts.
  process.env["BERTH_CHART_ALLOWED_HOSTS"] ??= "127.0.0.1";
  const [metrics = 0, logs = 0] = await freePorts(2);
  // Of simulated nodes there is nothing to keep, and stories say so.
  if (nodes === "real") {
    process.env["BERTH_METRICS_HISTORY_URL"] = `http://127.0.0.1:${metrics}`;
    process.env["BERTH_LOGS_URL"] = `http://127.0.0.1:${logs}`;
  }
  const homeDir = mkdtempSync(join(tmpdir(), "berth-platform-"));
  const stack = await startStack({
    homeDir,
    nodes,
    port: 0,
    quiet: true,
    audited: true,
    restartPauseMsMax: 1_000,
  });
  const { url, kubeconfig } = stack.connection;
  const management = createKubeClient({ kubeconfigPath: kubeconfig });
  atFailure(platformWitness({ stack, management, homeDir }));
  await eventually(async () => {
    const ready = await fetch(`${url}/readyz`);
    if (ready.status !== 200) throw new Error(`readyz answers ${ready.status}: ${await ready.text()}`);
  }, 300_000);
  return { stack, url, management, homeDir, dns, stores: { metrics, logs } };
}

/** Stops the platform and removes its home. */
async function stopPlatform(): Promise<void> {
  if (running === undefined) return;
  const { stack, management, homeDir, dns } = await running;
  await management.close();
  await dns.close();
  await stack.stop();
  rmSync(homeDir, { recursive: true, force: true });
}

type Kubeconfig = Readonly<{ kubeconfig: string }>;

/** Downloads the kubeconfig of a cluster and returns a client that uses it. */
export async function tenantClient(berth: BerthClient, clusterId: string, homeDir: string): Promise<KubeClient> {
  const answer = await berth.call<Kubeconfig>("GET", `/clusters/${clusterId}/kubeconfig`);
  if (answer.status !== 200) throw new Error(`kubeconfig answered ${answer.status} ${JSON.stringify(answer.body)}`);
  const path = join(homeDir, `tenant-${clusterId}.kubeconfig`);
  writeFileSync(path, answer.body.kubeconfig, { mode: 0o600 });
  return createKubeClient({ kubeconfigPath: path });
}

/** Creates a cluster of a file's own, which goes when the next file begins, and waits until it runs. */
export async function runningCluster(
  berth: BerthClient,
  name: string,
  { tier = "shared", ...more }: Partial<NewCluster> = {},
): Promise<string> {
  const id = await createCluster(berth, name, { tier, ...more });
  letGo(berth, id);
  return id;
}

/** Has a cluster that a file made go when the next file begins. */
export function letGo(berth: BerthClient, id: string): void {
  // What the test itself made away with, or its gateway, is not there any more: nobody looks at the answer.
  leave.push(() => berth.call("DELETE", `/clusters/${id}?cascade=true`).catch(() => undefined));
}
