import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

type Variable = Readonly<{ name: string; value?: string; valueFrom?: unknown }>;
type Container = Readonly<{
  name: string;
  args?: readonly string[];
  env: readonly Variable[];
  securityContext: unknown;
}>;
type Source = Readonly<{
  secret: Readonly<{ name: string; items: readonly Readonly<{ key: string; path: string }>[] }>;
}>;

/** A Deployment of charts/berth, as far as tests look into it. */
export type DeploymentManifest = Readonly<{
  spec: Readonly<{
    template: Readonly<{
      spec: Readonly<{
        serviceAccountName: string;
        enableServiceLinks: boolean;
        securityContext: unknown;
        volumes: readonly Readonly<{ projected: Readonly<{ sources: readonly Source[] }> }>[];
        initContainers: readonly Container[];
        containers: readonly Container[];
      }>;
    }>;
  }>;
}>;

type Pod = Readonly<{
  /** Where the mounted credentials are written. */
  dir: string;
  podName: string;
  secret: (name: string, key: string) => string;
}>;

const MOUNT = "/etc/berth/credentials";

/** Derives the environment that the kubelet would give a Deployment's first container, with its Secrets as files in a folder. */
export async function environmentOf({ spec }: DeploymentManifest, pod: Pod): Promise<Record<string, string>> {
  const { containers, volumes } = spec.template.spec;
  await mkdir(pod.dir, { recursive: true });
  for (const { secret } of volumes.flatMap(({ projected }) => projected.sources))
    for (const { key, path } of secret.items)
      await writeFile(join(pod.dir, path), pod.secret(secret.name, key), { mode: 0o644 });
  const env: Record<string, string> = {};
  for (const { name, value, valueFrom } of containers[0]?.env ?? [])
    env[name] = valueFrom === undefined ? (value ?? "").replace(MOUNT, pod.dir) : pod.podName;
  return env;
}
