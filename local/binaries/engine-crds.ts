/*
 * The kinds of the database engines' operators, from the Go modules that define them:
 * 1. from the cache;
 * 2. else Go fetches the module, whose checksum has to be the one written here, and the kinds go into the cache.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Manifest } from "../cluster/kube-access.ts";
import type { Run } from "./go-build.ts";
import { fetchGoModule, type PinnedModule } from "./go-module.ts";

/** The module that runs PostgreSQL. */
export const CLOUDNATIVE_PG: PinnedModule = {
  module: "github.com/cloudnative-pg/cloudnative-pg@v1.30.0",
  sum: "h1:fnhVq44xXx97MNiuvJsPrX1vSjYbgdyBK5MSGfdHdp0=",
};

/** The module that archives PostgreSQL. */
export const BARMAN_CLOUD: PinnedModule = {
  module: "github.com/cloudnative-pg/plugin-barman-cloud@v0.14.0",
  sum: "h1:kpTo7egntRIM15hvo0xtOj07wyjj23jcz/Co0KfzC7s=",
};

const MODULES = [
  {
    ...CLOUDNATIVE_PG,
    kinds: ["clusters", "backups", "scheduledbackups", "databases"].map((kind) => `postgresql.cnpg.io_${kind}`),
  },
  {
    ...BARMAN_CLOUD,
    kinds: ["barmancloud.cnpg.io_objectstores"],
  },
  {
    module: "github.com/cybozu-go/moco@v0.36.0",
    sum: "h1:KdWQ0SqFrE8KqnO7rkgKdI9X4wZdyaBNPuJd6LHy0uY=",
    kinds: ["mysqlclusters", "backuppolicies"].map((kind) => `moco.cybozu.com_${kind}`),
  },
] as const;
type Module = (typeof MODULES)[number];

/** Reads the definitions of CloudNativePG 1.30, its barman-cloud plugin 0.14 and MOCO 0.36. */
export async function readEngineCrds(cacheDir: string, run: Run): Promise<readonly Manifest[]> {
  return (await Promise.all(MODULES.map((one) => readModule(one, cacheDir, run)))).flat();
}

async function readModule(one: Module, cacheDir: string, run: Run): Promise<readonly Manifest[]> {
  // Parsed once: half a megabyte of YAML takes a second.
  const path = join(cacheDir, `crds-${one.module.replaceAll(/[/@]/g, "-")}.json`);
  const known = await readFile(path, "utf8").catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as readonly Manifest[];
  const crds = await fetchCrds(one, run);
  const half = `${path}.${randomBytes(4).toString("hex")}`;
  await mkdir(cacheDir, { recursive: true });
  await writeFile(half, JSON.stringify(crds), { mode: 0o444 });
  await rename(half, path);
  return crds;
}

async function fetchCrds({ kinds, ...pinned }: Module, run: Run): Promise<readonly Manifest[]> {
  const source = await fetchGoModule(pinned, run);
  const bases = join(source, "config", "crd", "bases");
  return Promise.all(kinds.map(async (kind) => parse(await readFile(join(bases, `${kind}.yaml`), "utf8")) as Manifest));
}
