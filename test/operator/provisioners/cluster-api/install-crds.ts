import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { CUSTOM_RESOURCE_DEFINITIONS } from "../../../../adapters/kubernetes/resource-types.ts";
import { loadLocalConfig } from "../../../../local/config.ts";
import { eventually } from "../../../support/eventually.ts";

const run = promisify(execFile);

/** The module that Cluster API's CRDs are taken from, with the checksum that Go's database has of it. */
const MODULE = "sigs.k8s.io/cluster-api@v1.14.0";
const SUM = "h1:Cu0WV9dSdL+Do22q2LJ4OBZdm+d/6ep/L04yqFnifuM=";
const FOLDERS = ["core", "controlplane/kubeadm", "bootstrap/kubeadm"];
const GROUPS = /^(cluster|controlplane\.cluster|bootstrap\.cluster)\.x-k8s\.io_/;

/** Lists the CRDs of Cluster API as its module has them, and those of Hetzner's provider as they are transcribed here. */
export async function clusterApiCrds(): Promise<readonly KubeObject[]> {
  const folders = [await findModule(), join(import.meta.dirname, "../../../fixtures/crds/caph")];
  const found: KubeObject[] = [];
  for (const folder of folders)
    for (const file of (await readdir(folder)).filter((name) => name.endsWith(".yaml")).sort())
      found.push(parse(await readFile(join(folder, file), "utf8")) as KubeObject);
  return found;
}

/** Creates the CRDs on an API server and waits until each is served. */
export async function installClusterApiCrds(client: KubeClient): Promise<void> {
  const crds = await clusterApiCrds();
  for (const crd of crds) {
    const patch = { kind: "apply", body: withoutConversion(crd) } as const;
    await client.patch(CUSTOM_RESOURCE_DEFINITIONS, { name: crd.metadata.name }, patch, {
      fieldManager: "test",
      force: true,
    });
  }
  for (const { metadata } of crds)
    await eventually(async () => {
      const crd = await client.get(CUSTOM_RESOURCE_DEFINITIONS, { name: metadata.name });
      const { conditions = [] } = (crd?.["status"] ?? {}) as { conditions?: { type: string; status: string }[] };
      if (!conditions.some(({ type, status }) => type === "Established" && status === "True"))
        throw new Error(`${metadata.name} is not served yet`);
    });
}

/** Other versions than the stored one need Cluster API's own webhook; the schemas stay as they are. */
function withoutConversion(crd: KubeObject): KubeObject {
  const spec = crd["spec"] as { versions: { storage: boolean }[]; conversion?: unknown };
  return { ...crd, spec: { ...spec, conversion: undefined, versions: spec.versions.filter(({ storage }) => storage) } };
}

async function findModule(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const folder = join(cacheDir, `cluster-api-${MODULE.split("@")[1] ?? ""}`);
  if ((await readdir(folder).catch(() => [])).length > 0) return folder;
  const { stdout } = await run("go", ["mod", "download", "-json", MODULE], { env: { ...process.env, GOWORK: "off" } });
  const { Dir: source, Sum: sum } = JSON.parse(stdout) as { Dir: string; Sum: string };
  if (sum !== SUM) throw new Error(`${MODULE} has the checksum ${sum}, not ${SUM}`);
  const half = `${folder}.${process.pid}`;
  await mkdir(half, { recursive: true });
  for (const part of FOLDERS) {
    const bases = join(source, part, "config/crd/bases");
    for (const file of (await readdir(bases)).filter((name) => GROUPS.test(name)))
      await cp(join(bases, file), join(half, file));
  }
  await rename(half, folder).catch(() => rm(half, { recursive: true, force: true }));
  return folder;
}
