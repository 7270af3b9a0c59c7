import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { objectPath, type KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CONFIG_MAPS } from "../../../adapters/kubernetes/resource-types.ts";
import { ASKED_PROGRAMS } from "../../../render/preflight/bundle-footprint.ts";
import type { FoundObject } from "../../../render/preflight/cluster-facts.ts";
import { isImage } from "../../../render/preflight/find-collisions.ts";

type Container = Readonly<{ image?: string; command?: readonly string[]; args?: readonly string[] }>;
type Volume = Readonly<{ configMap?: Readonly<{ name?: string }> }>;
type Workload = KubeObject &
  Readonly<{
    spec?: Readonly<{
      template?: Readonly<{
        spec?: Readonly<{ containers?: readonly Container[]; volumes?: readonly Volume[] }>;
      }>;
    }>;
  }>;

/** Whose cluster it is decides how many there are of everything: of what is read one by one no more than this is. */
const FILES_MAX = 10;
const CALL = { timeoutMs: 10_000 } as const;

/** Tells what a program is started with, where that is asked of it; its files are named as yet. */
export function describeSettings(object: KubeObject): Pick<FoundObject, "settings"> {
  const { containers = [], volumes = [] } = (object as Workload).spec?.template?.spec ?? {};
  const asked = containers.filter(({ image = "" }) => isImage(image, ASKED_PROGRAMS));
  if (asked.length === 0) return {};
  const args = asked.flatMap(({ command = [], args: given = [] }) => [...command, ...given]);
  return { settings: { args, files: volumes.flatMap(({ configMap }) => configMap?.name ?? []) } };
}

/** Reads the files of those programs in the place of their names. */
export async function readSettings(
  client: Pick<KubeClient, "request">,
  objects: readonly FoundObject[],
  signal: AbortSignal,
): Promise<readonly FoundObject[]> {
  let left = FILES_MAX;
  const read: FoundObject[] = [];
  for (const object of objects) {
    const { settings, namespace = "" } = object;
    if (settings === undefined) {
      read.push(object);
      continue;
    }
    const files: string[] = [];
    for (const name of settings.files.slice(0, left))
      files.push(...(await readFile(client, { namespace, name }, signal)));
    left -= Math.min(left, settings.files.length);
    read.push({ ...object, settings: { args: settings.args, files } });
  }
  return read;
}

/** What may not be read says nothing: then the program counts as started without it. */
async function readFile(
  client: Pick<KubeClient, "request">,
  ref: Readonly<{ namespace: string; name: string }>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const path = objectPath(CONFIG_MAPS, ref);
    const found = (await client.request("GET", path, { ...CALL, signal })) as { data?: Record<string, string> };
    return Object.values(found.data ?? {});
  } catch (error) {
    if (error instanceof KubeError && ([403, 404].includes(error.status) || error.reason === "ResponseTooLarge"))
      return [];
    throw error;
  }
}
