import type { KubeClient, KubeObject } from "../../../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS } from "../../../adapters/kubernetes/resource-types.ts";
import { applyAll } from "../apply-all.ts";
import { runToEnd } from "../embedded-binaries.ts";

type Location = Readonly<{
  name: string;
  default: boolean;
  provider: string;
  bucket: string;
  prefix: string;
  config: Readonly<Record<string, string>>;
  credential?: Readonly<{ name: string; key: string }>;
}>;
type Values = Readonly<{
  backupsEnabled: boolean;
  deployNodeAgent: boolean;
  configuration: Readonly<{ backupStorageLocation: readonly Location[] }>;
  initContainers: readonly Readonly<{ image: string }>[];
}>;
type Component = KubeObject &
  Readonly<{
    spec: Readonly<{
      source: Readonly<{
        helm: Readonly<{ values: string; parameters?: readonly Readonly<{ name: string; value: string }>[] }>;
      }>;
    }>;
  }>;

/** Runs Velero's own command against a cluster and answers what it prints; fails with what it says. */
export type VeleroCommand = (...args: string[]) => Promise<string>;

/** Makes Velero's command for the cluster of a kubeconfig. */
export function reachWithVelero(command: string, kubeconfigPath: string): VeleroCommand {
  return async (...args) => {
    const { code, output } = await runToEnd({ command, args: ["--kubeconfig", kubeconfigPath, ...args] });
    if (code !== 0) throw new Error(`velero ${args.slice(0, 2).join(" ")} failed: ${output}`);
    return output;
  };
}

/** Reads what the bundle's ApplicationSet asks Argo CD to deliver as Velero to the only cluster that has it. */
export async function readVeleroValues(management: KubeClient): Promise<Values & Readonly<{ cluster: string }>> {
  const labelSelector = "hosting.berth.dev/component=velero";
  const [found, ...others] = (await management.list<Component>(APPLICATIONS, { namespace: "argocd", labelSelector }))
    .items;
  if (found === undefined || others.length > 0) throw new Error(`The set makes ${others.length + 1} Veleros, or none`);
  const { values, parameters = [] } = found.spec.source.helm;
  const given = new Map(parameters.map(({ name, value }) => [name, value]));
  const read = JSON.parse(values) as Values;
  const locations = read.configuration.backupStorageLocation.map((location, at) => ({
    ...location,
    prefix: given.get(`configuration.backupStorageLocation[${at}].prefix`) ?? location.prefix,
  }));
  return {
    ...read,
    backupsEnabled: (given.get("backupsEnabled") ?? String(read.backupsEnabled)) === "true",
    configuration: { backupStorageLocation: locations },
    cluster: found.metadata.labels?.["hosting.berth.dev/cluster"] ?? "",
  };
}

const SMALL = ["server", "node-agent"].flatMap((part) => {
  const pod = part === "server" ? "velero-pod" : "node-agent-pod";
  return [`--${pod}-cpu-request=10m`, `--${pod}-mem-request=64Mi`, `--${pod}-cpu-limit=0`, `--${pod}-mem-limit=0`];
});

/**
 * Installs Velero by its own command with what the bundle's values say: its charts are out of reach of tests. Locations are written
 * as their templates write them.
 */
export async function installBundleVelero(tenant: KubeClient, velero: VeleroCommand, values: Values): Promise<void> {
  const plugins = values.initContainers.map(({ image }) => image).join(",");
  const without = ["--no-default-backup-location", "--no-secret", "--use-volume-snapshots=false"];
  const agent = values.deployNodeAgent ? ["--use-node-agent"] : [];
  await velero("install", ...without, ...agent, ...SMALL, "--plugins", plugins, "--wait");
  if (!values.backupsEnabled) return;
  await applyAll(tenant, values.configuration.backupStorageLocation.map(renderLocation));
}

function renderLocation({ name, credential, provider, bucket, prefix, config, ...rest }: Location) {
  return {
    apiVersion: "velero.io/v1",
    kind: "BackupStorageLocation",
    metadata: { name, namespace: "velero" },
    spec: {
      ...(credential === undefined ? {} : { credential }),
      provider,
      accessMode: "ReadWrite",
      default: rest.default,
      objectStorage: { bucket, prefix },
      config,
    },
  };
}
