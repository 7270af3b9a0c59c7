import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";

/** A place where something may have been left, with all its text. */
export type Place = Readonly<{ name: string; text: string }>;
type Group = Readonly<{ name: string; versions: readonly Readonly<{ groupVersion: string }>[] }>;
type Resource = Readonly<{ name: string; kind: string; verbs: readonly string[] }>;
type Item = Readonly<{ metadata: Readonly<{ name: string; namespace?: string }> }>;

/** Names the places that hold a canary, plainly or in base64; an empty answer is what one hopes for. */
export function findCanaries(places: readonly Place[], canaries: Readonly<Record<string, string>>): string[] {
  return places.flatMap(({ name, text }) =>
    Object.entries(canaries).flatMap(([what, canary]) =>
      [canary, ...base64Forms(canary)].some((form) => text.includes(form)) ? [`${what} in ${name}`] : [],
    ),
  );
}

/** Inside a longer text base64 begins at one of three offsets; the ends, which depend on the neighbours, are cut. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${"x".repeat(offset)}${text}`).toString("base64");
    return encoded.slice(offset === 0 ? 0 : 4, -4);
  });
}

/** Dumps every row of every table. */
export async function dumpPostgres(url: string): Promise<Place[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    const places: Place[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      places.push({ name: `table ${name}`, text: rows.map(({ row }) => row).join("\n") });
    }
    return places;
  } finally {
    await client.end();
  }
}

/** Dumps every object that an API server serves, Secrets apart: those are the store. */
export async function dumpObjects(name: string, client: KubeClient): Promise<Place[]> {
  const { groups } = (await client.request("GET", "/apis")) as { groups: Group[] };
  // What is only passed on is stored nowhere, and whoever measures may be away.
  const stored = groups.filter(({ name: group }) => group !== "metrics.k8s.io");
  const paths = ["/api/v1", ...stored.flatMap(({ versions }) => versions.map((one) => `/apis/${one.groupVersion}`))];
  const places: Place[] = [];
  for (const path of paths) {
    const { resources } = (await client.request("GET", path)) as { resources: Resource[] };
    const listed = resources.filter(({ verbs, kind, name: plural }) => {
      return verbs.includes("list") && kind !== "Secret" && !plural.includes("/");
    });
    for (const { name: plural } of listed) {
      const { items } = (await client.request("GET", `${path}/${plural}`)) as { items: Item[] };
      for (const item of items) {
        const { namespace = "", name: own } = item.metadata;
        places.push({ name: `${name}: ${plural} ${namespace}/${own}`, text: JSON.stringify(item) });
      }
    }
  }
  return places;
}

/** Reads all files below a folder. */
export function dumpFolder(folder: string): Place[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: path, text: readFileSync(path, "latin1") }));
}
