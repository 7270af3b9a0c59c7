import { execFile } from "node:child_process";
import { access, copyFile, mkdir, readFile, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { loadLocalConfig } from "../../local/config.ts";

const run = promisify(execFile);

/** Names the Go modules that carry the CRDs of the database engines' operators, with their checksums in go.sum's form. */
const MODULES = [
  {
    module: "github.com/cloudnative-pg/cloudnative-pg@v1.30.0",
    sum: "h1:fnhVq44xXx97MNiuvJsPrX1vSjYbgdyBK5MSGfdHdp0=",
    kinds: ["clusters", "backups", "scheduledbackups", "databases"],
  },
  {
    module: "github.com/cloudnative-pg/plugin-barman-cloud@v0.14.0",
    sum: "h1:kpTo7egntRIM15hvo0xtOj07wyjj23jcz/Co0KfzC7s=",
    kinds: ["objectstores"],
  },
  {
    module: "github.com/cybozu-go/moco@v0.36.0",
    sum: "h1:KdWQ0SqFrE8KqnO7rkgKdI9X4wZdyaBNPuJd6LHy0uY=",
    kinds: ["mysqlclusters", "backuppolicies"],
  },
] as const;

/** Reads the CRDs of CloudNativePG 1.30, its barman-cloud plugin 0.14 and MOCO 0.36; fetched once, as Go modules. */
export async function readEngineCrds(): Promise<KubeObject[]> {
  const { cacheDir } = loadLocalConfig();
  const crds: KubeObject[] = [];
  for (const { module, sum, kinds } of MODULES) {
    const folder = join(cacheDir, `crds-${module.replaceAll(/[/@]/g, "-")}`);
    if (!(await isThere(folder))) await fetchCrds({ module, sum }, folder);
    for (const file of await readdir(folder)) {
      if (!kinds.some((kind) => file.endsWith(`_${kind}.yaml`))) continue;
      const text = await readFile(join(folder, file), "utf8");
      crds.push(...parseAllDocuments(text).map((document) => document.toJS() as KubeObject));
    }
  }
  return crds;
}

async function fetchCrds({ module, sum }: Readonly<{ module: string; sum: string }>, folder: string): Promise<void> {
  const { stdout } = await run("go", ["mod", "download", "-json", module], { env: { ...process.env, GOWORK: "off" } });
  const { Dir: source, Sum: found } = JSON.parse(stdout) as { Dir: string; Sum: string };
  if (found !== sum) throw new Error(`${module} has the checksum ${found}`);
  const half = `${folder}.${process.pid}`;
  await mkdir(half, { recursive: true });
  const bases = join(source, "config", "crd", "bases");
  for (const file of await readdir(bases)) await copyFile(join(bases, file), join(half, file));
  // Another test process may have been faster.
  await rename(half, folder).catch(() => rm(half, { recursive: true, force: true }));
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
