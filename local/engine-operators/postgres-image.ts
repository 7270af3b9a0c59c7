/*
 * PostgreSQL as CloudNativePG runs it, out of the distribution's packages: its programs first in the PATH, its user by
 * CloudNativePG's number. The distribution has one major version; its image goes by the names that databases of that version ask for.
 */
import { join } from "node:path";
import { databaseImage } from "../../render/database/database-images.ts";
import { renderAccounts } from "../images/accounts.ts";
import { readApplets } from "../images/busybox-applets.ts";
import { readDebianPackages } from "../images/debian-tree.ts";
import type { ImageStore } from "../images/image-store.ts";
import type { LayerEntry } from "../images/layer-entry.ts";
import { TEMPORARY, type ImageMaking } from "../images/tour-images.ts";

/** The major versions that databases can have. */
const MAJORS = ["14", "15", "16", "17", "18"];
const CHANNELS = ["stable", "latest"] as const;
/** A number to raise when the images are made in another way. */
const RECIPE = "postgres-2";
const USER = { name: "postgres", id: 26 };
/** Compilers of queries, and languages that no server runs: most of what the packages weigh. PostgreSQL does without the compiler where its own part of it is not there, either. */
const LEFT_OUT =
  /libLLVM|libz3|llvmjit\.so|\/bitcode\/|\/gconv\/|^usr\/(?:lib|share)\/(?:[^/]+\/)?perl|^usr\/share\/i18n\//;
const MAIN_PROGRAM = /^usr\/lib\/postgresql\/(\d+)\/bin\/postgres$/;

/** Makes the image of PostgreSQL where it is not there yet. */
export async function makePostgresImage(making: ImageMaking): Promise<void> {
  const { store, workDir, run, report } = making;
  for (const major of MAJORS) if (await store.has(namesOf(major), RECIPE)) return;
  report("PostgreSQL: from the distribution's packages");
  const packages = await readDebianPackages({ name: "postgres", packages: ["postgresql", "busybox"], workDir, run });
  const entries = withoutExtras(packages);
  const major = findMajor(entries);
  const applets = await readApplets(join(workDir, "postgres", "tree", "bin", "busybox"), run, entries);
  await putPostgresImage(store, major, [...entries, ...applets], RECIPE);
}

/** Puts an image of a major version under the names by which it is asked for, with the accounts that its servers need. */
export async function putPostgresImage(
  store: ImageStore,
  major: string,
  entries: readonly LayerEntry[],
  source: string,
): Promise<void> {
  const layer = [...entries, ...renderAccounts([USER]), TEMPORARY];
  const path = `/usr/lib/postgresql/${major}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
  const config = { User: String(USER.id), Env: [`PATH=${path}`, "LANG=C.UTF-8"] };
  for (const name of namesOf(major)) await store.put(name, { layers: [layer], config, source });
}

/** Leaves out of PostgreSQL's packages what no server of ours runs. */
export function withoutExtras(entries: readonly LayerEntry[]): readonly LayerEntry[] {
  return entries.filter(({ path }) => !LEFT_OUT.test(path));
}

/** Names the images that databases of a major version ask for. */
export function namesOf(major: string): readonly string[] {
  return CHANNELS.map((channel) => databaseImage("postgresql", major, channel));
}

function findMajor(entries: readonly LayerEntry[]): string {
  const majors = entries.flatMap(({ path }) => MAIN_PROGRAM.exec(path)?.[1] ?? []);
  const [major] = majors.filter((one) => MAJORS.includes(one));
  if (major === undefined)
    throw new Error(`The distribution has no PostgreSQL that databases can have: ${majors.join(", ") || "none"}`);
  return major;
}
