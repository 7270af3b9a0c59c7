import { join } from "node:path";
import { writeFileAtomically } from "../atomic-file.ts";
import { ClusterStore } from "../cloud/cluster-store.ts";
import type { CloudSettings } from "../cloud/settings.ts";
import { answersOk } from "../processes/probes.ts";
import type { StackContext } from "./context.ts";
import { chooseNodes } from "./nodes.ts";

/** How to reach the simulated cloud. */
export type CloudAccess = Readonly<{ url: string; token: string }>;

/** Starts the simulated cloud, whose clusters live in the stack's etcd. */
export async function startCloud(context: StackContext, etcdUrl: string): Promise<CloudAccess> {
  const { homeDir, projectDir, ports, secrets, binaries, supervisor, report } = context;
  const dir = join(homeDir, "cloud");
  const port = await ports.take("cloud");
  const settings: CloudSettings = {
    dir,
    port,
    token: secrets.cloud,
    etcdUrl,
    nodes: await chooseNodes(context),
    binaries: {
      apiServer: await binaries("kube-apiserver"),
      controllerManager: await binaries("kube-controller-manager"),
      scheduler: await binaries("kube-scheduler"),
      kwok: await binaries("kwok"),
    },
  };
  const settingsFile = join(dir, "settings.json");
  await writeFileAtomically(settingsFile, JSON.stringify(settings));
  await supervisor.start({
    name: "cloud",
    command: process.execPath,
    args: [join(projectDir, "local/cloud/main.ts"), settingsFile],
    stopWave: 0,
    // It stops the control planes of its clusters in order.
    graceMs: 20_000,
    ready: (signal) => answersOk(`http://127.0.0.1:${port}/healthz`, signal),
  });
  const store = new ClusterStore(join(dir, "clusters.json"));
  await store.open();
  const count = store.list().length;
  if (settings.nodes === "real") report("cloud: the nodes of new clusters are real");
  report(count === 0 ? "cloud: ready" : `cloud: ready; its ${count} clusters come back a few at a time`);
  return { url: `http://127.0.0.1:${port}`, token: secrets.cloud };
}
