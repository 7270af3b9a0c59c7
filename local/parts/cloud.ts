import { join } from "node:path";
import { writeFileAtomically } from "../atomic-file.ts";
import { ClusterStore } from "../cloud/cluster-store.ts";
import type { CloudSettings } from "../cloud/settings.ts";
import { answersOk } from "../processes/probes.ts";
import { ensureCertificates } from "../registry/certificates.ts";
import type { NodeRegistrySettings } from "../registry/settings.ts";
import { APPS_DOMAIN, type StackContext } from "./context.ts";
import { chooseNodes, type NodeKind } from "./nodes.ts";

/** How to reach the simulated cloud. */
export type CloudAccess = Readonly<{
  url: string;
  token: string;
  /** Where the addresses of applications answer, with the authority that clients are told to trust. */
  apps: AppsAccess;
  /** What the nodes of new clusters are. */
  nodes: NodeKind;
}>;
/** How to reach the applications of all clusters from this machine. */
export type AppsAccess = Readonly<{ address: string; port: number; ca_file: string }>;

/** What is told of the cloud where it was not started. */
export const NO_CLOUD: CloudAccess = {
  url: "",
  token: "",
  apps: { address: "", port: 0, ca_file: "" },
  nodes: "simulated",
};

/** Tells how to reach applications, where there is a cloud that has any. */
export function appsOf(cloud = NO_CLOUD): AppsAccess {
  return cloud.apps;
}

/** Starts the simulated cloud, whose clusters live in the stack's etcd. */
export async function startCloud(
  context: StackContext,
  etcdUrl: string,
  registry?: NodeRegistrySettings,
): Promise<CloudAccess> {
  const { homeDir, projectDir, ports, secrets, binaries, supervisor, report } = context;
  const dir = join(homeDir, "cloud");
  const port = await ports.take("cloud");
  const appsPort = await ports.take("apps");
  const { caFile, keyFile, certificateFile } = await ensureCertificates(
    join(homeDir, "apps"),
    [`*.${APPS_DOMAIN}`, APPS_DOMAIN],
    "Berth embedded applications CA",
  );
  const settings: CloudSettings = {
    dir,
    port,
    apps: { port: appsPort, keyFile, certificateFile },
    token: secrets.cloud,
    etcdUrl,
    nodes: await chooseNodes(context),
    binaries: {
      apiServer: await binaries("kube-apiserver"),
      controllerManager: await binaries("kube-controller-manager"),
      scheduler: await binaries("kube-scheduler"),
      kwok: await binaries("kwok"),
    },
    registry,
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
  report(count === 0 ? "cloud: ready" : `cloud: ready; its clusters (${count}) come back a few at a time`);
  const apps = { address: "127.0.0.1", port: appsPort, ca_file: caFile };
  return { url: `http://127.0.0.1:${port}`, token: secrets.cloud, apps, nodes: settings.nodes };
}
