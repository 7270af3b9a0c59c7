import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { fetchGoModule } from "../../../local/binaries/go-module.ts";
import { findGoPrograms, type GoPrograms } from "../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import type { applyAll } from "../apply-all.ts";
import { runToEnd } from "../embedded-binaries.ts";

/** The paths of the programs that make records and certificates. */
type LastMilePrograms = Readonly<{ certManager: string; externalDns: string; pebble: string }>;

type Manifests = Parameters<typeof applyAll>[1];

const PLAIN = "-s -w";
/** Whose CRDs are served, as their modules hold them. */
const CRDS = [
  {
    module: "github.com/cert-manager/cert-manager@v1.21.2",
    sum: "h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=",
    folder: "deploy/crds",
  },
  {
    module: "sigs.k8s.io/external-dns@v0.22.0",
    sum: "h1:+ASJ3KF7DLqHo2LsG8Qinuh2J389MS86I19i/r8ewUc=",
    folder: "config/crd/standard",
  },
] as const;

/** Says what stands against these programs on this machine; undefined where they can run. */
export async function findLastMileLack(): Promise<string | undefined> {
  for (const program of ["named", "tsig-keygen"]) {
    const { code } = await runToEnd({ command: "sh", args: ["-c", `command -v ${program}`] });
    if (code !== 0) return `${program} is missing: install BIND (Debian: bind9 and bind9-utils)`;
  }
  return undefined;
}

/** Skips what needs these programs where they cannot run, and says why. */
export async function skipWithoutLastMile(test: Pick<Mocha.Context, "skip">): Promise<void> {
  const lack = await findLastMileLack();
  if (lack === undefined) return;
  console.log(`    ${lack}`);
  test.skip();
}

/** Answers the programs, built with Go where they are missing: about five minutes of one processor. */
export async function findLastMilePrograms(): Promise<LastMilePrograms> {
  const pebble = { package: "github.com/letsencrypt/pebble/v2/cmd/pebble", flags: PLAIN };
  return {
    certManager: join(await findCertManager(), "cert-manager"),
    externalDns: join(await findOwn("external-dns", { "external-dns": OWN }, ["main.go"]), "external-dns"),
    pebble: join(await findOwn("pebble", { pebble }), "pebble"),
  };
}

const OWN = { package: ".", flags: PLAIN };

/** Answers the folder of cert-manager's controller and of what answers an authority's questions by HTTP. */
export function findCertManager(): Promise<string> {
  const acmesolver = { package: "./acmesolver", flags: PLAIN };
  return findOwn("cert-manager", { "cert-manager": OWN, acmesolver }, ["main.go", "acmesolver/main.go"]);
}

/** Answers the folder of the programs of a module that lies beside this file, built with Go where they are missing. */
export function findOwn(name: string, programs: GoPrograms["programs"], sources: string[] = []): Promise<string> {
  const set = { name, moduleDir: join(import.meta.dirname, name), programs, sources };
  const { cacheDir } = loadLocalConfig();
  return findGoPrograms(set, { cacheDir, run: runToEnd, report: (line) => console.log(`    ${line}`) });
}

/** Has the programs built before a test's own deadlines run, where they can run. */
export async function prepareLastMile(): Promise<void> {
  if ((await findLastMileLack()) === undefined) await findLastMilePrograms();
}

/** Reads the CRDs of cert-manager and ExternalDNS out of the modules that the programs are made of. */
export async function readLastMileCrds(): Promise<Manifests> {
  const found: Manifests[number][] = [];
  for (const { folder, ...pinned } of CRDS) {
    const dir = join(await fetchGoModule(pinned, runToEnd), folder);
    for (const file of (await readdir(dir)).filter((name) => name.endsWith(".yaml"))) {
      const documents = parseAllDocuments(await readFile(join(dir, file), "utf8"));
      found.push(...documents.map((one) => one.toJS() as Manifests[number]));
    }
  }
  return found;
}

/** Makes a key that updates of a zone are signed with, in the form of BIND's configuration. */
export async function makeTsigKey(name: string): Promise<{ text: string; secret: string }> {
  const { stdout } = await promisify(execFile)("tsig-keygen", ["-a", "hmac-sha256", name]);
  return { text: stdout, secret: /secret "([^"]+)"/.exec(stdout)?.[1] ?? "" };
}
