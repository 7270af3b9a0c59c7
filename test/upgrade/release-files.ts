import { execFile } from "node:child_process";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parseAllDocuments, parse, stringify } from "yaml";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { CloudContent } from "./release-cloud.ts";
import type { RecordedStatement } from "./statements.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures/releases", import.meta.url));
const run = promisify(execFile);
const PLAIN = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** What the old release answered to one request. */
export type RecordedRead = Readonly<{ as: string; path: string; body: unknown }>;
/** Who can sign in to a recorded release, and how. */
export type RecordedAccount = Readonly<{ email: string; password: string; key: string; cookie: string }>;
/** What a recorded release was. */
type ReleaseFacts = Readonly<{
  release: string;
  recordedAt: string;
  /** Name of a platform admin, of members of organizations. */
  accounts: Readonly<Record<string, RecordedAccount>>;
  /** Resource version beyond which the new cluster must count. */
  resourceVersion: number;
  head: string;
  reads: readonly RecordedRead[];
}>;
/** A release with a platform that it ran, as files. */
export type RecordedRelease = Readonly<{
  facts: ReleaseFacts;
  crds: readonly KubeObject[];
  objects: readonly KubeObject[];
  sql: string;
  statements: readonly RecordedStatement[];
  cloud: CloudContent;
  /** Path of a bundle of the delivery repository. */
  bundle: string;
}>;

/** Names the releases that were recorded, oldest first. */
export async function listReleases(): Promise<string[]> {
  return (await readdir(FIXTURES)).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** Reads a recorded release. */
export async function readRelease(release: string): Promise<RecordedRelease> {
  const folder = join(FIXTURES, release);
  const text = (name: string): Promise<string> => readFile(join(folder, name), "utf8");
  const json = async <T>(name: string): Promise<T> => JSON.parse(await text(name)) as T;
  const names = (await readdir(join(folder, "crds"))).sort();
  const crds = await Promise.all(names.map(async (name) => parse(await text(join("crds", name))) as KubeObject));
  const documents = parseAllDocuments(await text("resources.yaml"));
  return {
    facts: await json("release.json"),
    crds,
    objects: documents.map((document) => expand(document.toJS() as KubeObject)),
    sql: await text("postgres.sql"),
    statements: await json("statements.json"),
    cloud: await json("cloud.json"),
    bundle: join(folder, "repository.bundle"),
  };
}

/** Writes a release down in the place of an older recording of it; returns the folder. */
export async function writeRelease(recorded: Omit<RecordedRelease, "bundle">, repository: string): Promise<string> {
  const { facts, crds, objects, sql, statements, cloud } = recorded;
  const folder = join(FIXTURES, facts.release);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "crds"), { recursive: true });
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  const json = (name: string, value: unknown): Promise<void> => write(name, `${JSON.stringify(value, null, 2)}\n`);
  for (const crd of crds) await write(join("crds", `${crd.metadata.name}.yaml`), stringify(crd, PLAIN));
  await write("resources.yaml", objects.map((object) => stringify(compact(object), PLAIN)).join("---\n"));
  await write("postgres.sql", sql);
  await json("release.json", facts);
  await json("statements.json", statements);
  await json("cloud.json", cloud);
  await run("git", ["-C", repository, "bundle", "create", "--quiet", join(folder, "repository.bundle"), "--all"]);
  return folder;
}

/** Who owns which field is half of an object's text and never looked at by people: one line each. */
function compact(object: KubeObject): unknown {
  const { managedFields } = object.metadata as { managedFields?: unknown };
  if (managedFields === undefined) return object;
  return { ...object, metadata: { ...object.metadata, managedFields: JSON.stringify(managedFields) } };
}

/** Undoes what made an object's file shorter. */
function expand(object: KubeObject): KubeObject {
  const { managedFields } = object.metadata as { managedFields?: unknown };
  if (typeof managedFields !== "string") return object;
  return {
    ...object,
    metadata: { ...object.metadata, managedFields: JSON.parse(managedFields) as unknown },
  } as KubeObject;
}
