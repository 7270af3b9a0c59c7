/*
 * What archives PostgreSQL beside each server, as the plugin's project makes it: the plugin's own program, and Barman's, which are
 * Python. The packages are those that the plugin's release names, by version and checksum; what is not pure Python, and Python itself,
 * come from the distribution.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BARMAN_CLOUD } from "../binaries/engine-crds.ts";
import type { Run } from "../binaries/go-build.ts";
import { fetchGoModule } from "../binaries/go-module.ts";
import { renderAccounts } from "../images/accounts.ts";
import { readDebianPackages } from "../images/debian-tree.ts";
import { readFileEntry, readFolderEntries } from "../images/folder-entries.ts";
import type { LayerEntry } from "../images/layer-entry.ts";
import { TEMPORARY, type ImageMaking } from "../images/tour-images.ts";
import { SIDECAR_IMAGE } from "./operator-images.ts";

/** Barman for S3, with all that it needs; psycopg2 is the distribution's. */
const PACKAGES = ["barman", "boto3", "botocore", "jmespath", "python-dateutil", "s3transfer", "six", "urllib3"];
const DEBIAN_PACKAGES = ["python3", "python3-psycopg2", "ca-certificates"];
const FOLDER = "barman";
const LEFT_OUT = /\/__pycache__\/|^(?:bin|share)\/|\/gconv\/|^usr\/share\/(?:i18n|python-wheels)\//;
const PROGRAM = /^(barman-cloud-[a-z-]+) = ([\w.]+):(\w+)$/gm;
/** A number to raise when the image is made in another way. */
const RECIPE = "barman-1";

/** Where the archive is, and whom its programs ask for their role. */
export type ArchiveAddresses = Readonly<{ storage: string; metadata: string }>;

/** Makes the image where it is not there yet; `programsDir` holds the plugin's program. */
export async function makeBarmanImage(
  making: ImageMaking,
  { programsDir, addresses }: Readonly<{ programsDir: string; addresses: ArchiveAddresses }>,
): Promise<void> {
  const { store, workDir, run, report } = making;
  const source = `${RECIPE} ${programsDir} ${addresses.storage} ${addresses.metadata}`;
  if (await store.has([SIDECAR_IMAGE], source)) return;
  report(`${SIDECAR_IMAGE}: from Python's and the distribution's packages`);
  const packages = await readDebianPackages({ name: FOLDER, packages: DEBIAN_PACKAGES, workDir, run });
  const python = packages.filter(({ path }) => !LEFT_OUT.test(path));
  const barman = await readBarman(workDir, run);
  const manager = await readFileEntry(join(programsDir, "plugin-barman-cloud"), "manager");
  const layer = [...python, ...barman, manager, ...renderAccounts([{ name: "postgres", id: 26 }]), TEMPORARY];
  const config = { Entrypoint: ["/manager"], User: "26:26", Env: environmentOf(addresses) };
  await store.put(SIDECAR_IMAGE, { layers: [layer], config, source });
}

/** As in a cloud whose pods have a role: no key is in the image or in the cluster. */
function environmentOf({ storage, metadata }: ArchiveAddresses): readonly string[] {
  return [
    `PATH=/${FOLDER}/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    `PYTHONPATH=/${FOLDER}`,
    "LANG=C.UTF-8",
    "AWS_DEFAULT_REGION=us-east-1",
    `AWS_ENDPOINT_URL_S3=${storage}`,
    `AWS_EC2_METADATA_SERVICE_ENDPOINT=${metadata}`,
  ];
}

async function readBarman(workDir: string, run: Run): Promise<readonly LayerEntry[]> {
  const target = join(workDir, "python");
  const requirements = join(workDir, "requirements.txt");
  await writeFile(requirements, await readRequirements(run));
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--require-hashes"];
  const { code, output } = await run({
    command: "python3",
    args: [...args, "--only-binary=:all:", "--target", target, "--requirement", requirements],
  }).catch(() => ({ code: 1, output: "there is no python3 here" }));
  if (code !== 0) throw new Error(`Barman could not be fetched: ${output.trim().split("\n").slice(-4).join("\n")}`);
  const entries = await readFolderEntries(target, LEFT_OUT);
  const points = entries.find(({ path }) => /^barman-[^/]+\/entry_points\.txt$/.test(path));
  if (points === undefined) throw new Error("Barman names no programs");
  const programs = renderPrograms(await readFile(join(target, points.path), "utf8"));
  return [...entries, ...programs].map((entry) => ({ ...entry, path: `${FOLDER}/${entry.path}` }));
}

/** Those of the plugin's own list that it needs here, with their checksums. */
async function readRequirements(run: Run): Promise<string> {
  const path = join(await fetchGoModule(BARMAN_CLOUD, run), "containers", "sidecar-requirements.txt");
  const text = await readFile(path, "utf8");
  const parts = text.split(/\n(?=[a-z0-9])/).filter((part) => PACKAGES.includes(part.split("==")[0] ?? ""));
  if (parts.length !== PACKAGES.length) throw new Error(`${path} does not name all of ${PACKAGES.join(", ")}`);
  return `${parts.map((part) => part.replace(/\n *#.*/g, "")).join("\n")}\n`;
}

/** What pip writes names the Python of this machine. */
function renderPrograms(entryPoints: string): readonly LayerEntry[] {
  return [...entryPoints.matchAll(PROGRAM)].map(([, name = "", module = "", main = ""]) => ({
    type: "file",
    path: `bin/${name}`,
    mode: 0o755,
    content: `#!/usr/bin/python3\nimport sys\nfrom ${module} import ${main}\nsys.exit(${main}())\n`,
  }));
}
