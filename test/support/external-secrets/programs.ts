import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { fetchGoModule } from "../../../local/binaries/go-module.ts";
import { findGoPrograms, type GoPrograms } from "../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import type { applyAll } from "../apply-all.ts";
import { runToEnd } from "../embedded-binaries.ts";

type Manifests = Parameters<typeof applyAll>[1];

const EXTERNAL_SECRETS = "github.com/external-secrets/external-secrets";
/** The newest whose module can be built from without the modules that lie inside it; the bundle's chart is newer. */
const VERSION = "v0.20.4";
const SUM = "h1:HhNAjWfFEshhItphr28SGsHzf2bUP7uDAOVLg76uNAg=";

/** Lists what brings secrets from a store to pods: about three minutes of one processor when it has to be built. */
const EXTERNAL_SECRETS_PROGRAMS: GoPrograms = {
  name: "external-secrets",
  moduleDir: import.meta.dirname,
  programs: {
    "external-secrets": {
      package: EXTERNAL_SECRETS,
      flags: "-s -w",
      patch: { module: EXTERNAL_SECRETS, file: "external-secrets.patch" },
    },
  },
  sources: ["external-secrets.patch"],
};

/** Answers the path of the External Secrets operator, built with Go where it is missing. */
export async function findExternalSecrets(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const report = (line: string): void => console.log(`    ${line}`);
  const folder = await findGoPrograms(EXTERNAL_SECRETS_PROGRAMS, { cacheDir, run: runToEnd, report });
  return join(folder, "external-secrets");
}

/** Reads its CRDs out of the module that it is made of. */
export async function readExternalSecretsCrds(): Promise<Manifests> {
  const dir = join(
    await fetchGoModule({ module: `${EXTERNAL_SECRETS}@${VERSION}`, sum: SUM }, runToEnd),
    "config/crds/bases",
  );
  const files = (await readdir(dir)).filter((name) => name.includes("external-secrets.io_"));
  return Promise.all(files.map(async (file) => parse(await readFile(join(dir, file), "utf8")) as Manifests[number]));
}
