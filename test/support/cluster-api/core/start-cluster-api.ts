/*
 * Cluster API's own managers beside an API server: core, kubeadm's two, and the provider whose machines are in memory. Their kinds
 * and their webhooks are as their modules have them, with what their kustomizations add and the addresses of this machine.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { KubeClient, KubeObject } from "../../../../adapters/kubernetes/kube-client.ts";
import { Authority } from "../../../../local/nodes/authority.ts";
import type { ApiServer } from "../../api-server.ts";
import { applyAll } from "../../apply-all.ts";
import { eventually } from "../../eventually.ts";
import { freePorts } from "../../free-ports.ts";
import { runGuarded, type Guarded } from "../../guarded-process.ts";
import { MANAGERS, readManagerManifests, type Manager } from "./programs.ts";

/** Managers that run; `log` is the end of what each has said. */
export type ClusterApi = Readonly<{ log: (manager: Manager) => string; stop: () => Promise<void> }>;

type Around = Readonly<{ api: ApiServer; client: KubeClient; dir: string; programs: string }>;
type Webhook = Readonly<{ clientConfig: Readonly<{ service: Readonly<{ path: string }> }> }>;
type Crd = KubeObject & Readonly<{ spec: Readonly<{ versions: readonly Readonly<{ storage: boolean }>[] }> }>;

const ADDRESS = "127.0.0.1";
const STARTED_MS = 3 * 60_000;
/** Which contracts a provider's kinds keep: by this label core finds their version. */
const CONTRACTS = { "cluster.x-k8s.io/v1beta1": "v1beta1", "cluster.x-k8s.io/v1beta2": "v1beta2" };

/** Starts all managers, and waits until each says that it is ready. */
export async function startClusterApi({ api, client, dir, programs }: Around): Promise<ClusterApi> {
  const authority = await Authority.open(dir);
  const { certificate, key } = await authority.issue({ commonName: ADDRESS, names: [ADDRESS] });
  const certificates = join(dir, "webhooks");
  await mkdir(certificates, { recursive: true });
  await writeFile(join(certificates, "tls.crt"), certificate);
  await writeFile(join(certificates, "tls.key"), key, { mode: 0o600 });
  const running = new Map<Manager, Guarded>();
  const ports = await freePorts(3 * MANAGERS.length);
  const manifests = await Promise.all(MANAGERS.map(readManagerManifests));
  for (const { crds } of manifests) await applyAll(client, crds.map(withContracts) as Parameters<typeof applyAll>[1]);
  const ready = MANAGERS.map(async (manager, at) => {
    const [webhook = 0, health = 0, metrics = 0] = ports.slice(3 * at, 3 * at + 3);
    const flags = [
      `--kubeconfig=${api.kubeconfig}`,
      "--leader-elect=false",
      `--webhook-port=${webhook}`,
      `--webhook-cert-dir=${certificates}`,
      `--health-addr=${ADDRESS}:${health}`,
      `--diagnostics-address=${ADDRESS}:${metrics}`,
      "--insecure-diagnostics",
      "--feature-gates=ClusterTopology=true",
    ];
    const command = [`POD_IP=${ADDRESS}`, join(programs, manager), ...flags];
    const started = runGuarded({ command: "env", flags: command, cwd: dir });
    running.set(manager, started);
    await eventually(async () => {
      if (started.exited()) return;
      const { status } = await fetch(`http://${ADDRESS}:${health}/readyz`);
      if (status !== 200) throw new Error(`${manager} is not ready: ${started.log()}`);
    }, STARTED_MS);
    if (started.exited()) throw new Error(`${manager} has ended: ${started.log()}`);
    const configurations = manifests[at]?.webhooks ?? [];
    const door = {
      url: `https://${ADDRESS}:${webhook}`,
      caBundle: Buffer.from(authority.certificate).toString("base64"),
    };
    const named = configurations.map((one) => reachable(one, manager, door));
    await applyAll(client, named as Parameters<typeof applyAll>[1]);
  });
  const stop = async (): Promise<void> => {
    for (const one of running.values()) await one.kill();
  };
  await Promise.all(ready).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { log: (manager) => running.get(manager)?.log() ?? "", stop };
}

/** Other versions than the stored one need a webhook that converts them; nobody here asks for those. */
function withContracts(crd: KubeObject): KubeObject {
  const { metadata, spec, ...rest } = crd as Crd;
  const labels = { ...metadata.labels, ...CONTRACTS };
  return {
    ...rest,
    metadata: { ...metadata, labels },
    spec: { ...spec, versions: spec.versions.filter(({ storage }) => storage) },
  };
}

function reachable(
  configuration: KubeObject,
  manager: Manager,
  { url, caBundle }: Readonly<{ url: string; caBundle: string }>,
): KubeObject {
  const { metadata } = configuration;
  const webhooks = (configuration["webhooks"] as readonly Webhook[]).map((webhook) => ({
    ...webhook,
    clientConfig: { url: `${url}${webhook.clientConfig.service.path}`, caBundle },
  }));
  return { ...configuration, metadata: { ...metadata, name: `${manager}-${metadata.name}` }, webhooks };
}
