/**
 * Knows the packages that gateway and operator run on:
 *
 * 1. from the dependencies of package.json on, what each needs is looked up in package-lock.json as Node would look for it;
 * 2. optional peers are left out: `npm ci --omit=dev` would install prisma and typescript for their sake;
 * 3. with --prune, all is deleted from node_modules but what no bundle can hold, with what that needs: a step of the images.
 */
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

type Entry = Readonly<{
  version?: string;
  license?: string;
  integrity?: string;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  peerDependencies?: Readonly<Record<string, string>>;
  peerDependenciesMeta?: Readonly<Record<string, Readonly<{ optional?: boolean }>>>;
}>;
type Lock = Readonly<{ packages: Readonly<Record<string, Entry>> }>;

/** A package that is there at run time; `path` begins with node_modules/. */
export type ProductionPackage = Readonly<{ path: string; name: string; version: string; license: string | undefined }>;

/** Lists the packages of a project that are needed at run time and installed on this machine, or there by `isThere`; `of` some of them only what these need. */
export function productionPackages(
  root: string,
  of?: readonly string[],
  isThere = (path: string): boolean => existsSync(join(root, path)),
): readonly ProductionPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  return [...neededPaths(packages, of, isThere)].sort().map((path) => {
    const { version = "", license } = packages[path] ?? {};
    return { path, name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), version, license };
  });
}

function neededPaths(
  packages: Lock["packages"],
  of: readonly string[] | undefined,
  isThere: (path: string) => boolean,
): ReadonlySet<string> {
  const first = of?.map((name) => `node_modules/${name}`) ?? [""];
  const found = new Set<string>(of === undefined ? [] : first);
  const waiting = [...first];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const name of needsOf(packages[from] ?? {})) {
      const path = resolve(packages, from, name);
      // What is optional is there only where it fits the machine.
      if (path === undefined || found.has(path) || !isThere(path)) continue;
      found.add(path);
      waiting.push(path);
    }
  }
  return found;
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Entry): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** The nearest one counts: inside the package itself, then in each folder above. */
function resolve(packages: Lock["packages"], from: string, name: string): string | undefined {
  const parts = from === "" ? [] : from.split(/(?<=.)\/(?=node_modules\/)/);
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const path = [...parts.slice(0, depth), `node_modules/${name}`].join("/");
    if (packages[path] !== undefined) return path;
  }
  return undefined;
}

/** Packages that no bundle can hold: a module of C, and one that asks for its WebAssembly by its path. */
export const KEPT_PACKAGES = ["@node-rs/argon2", "@prisma/schema-engine-wasm"];

/** Writes packages down as a bill of materials in CycloneDX' form. */
export function billOfMaterials(packages: readonly ProductionPackage[], beside: readonly object[] = []): string {
  const components = packages.map(({ name, version, license }) => ({
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  }));
  return `${JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1, components: [...components, ...beside] }, null, 2)}\n`;
}

function prune(root: string, names: readonly string[]): void {
  const kept = productionPackages(root, names).map(({ path }) => path);
  for (const path of installedPackages(root, "node_modules"))
    if (!kept.includes(path) && !kept.some((one) => one.startsWith(`${path}/`)))
      rmSync(join(root, path), { recursive: true, force: true });
  rmSync(join(root, "node_modules/.bin"), { recursive: true, force: true });
}

function installedPackages(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(root, folder, name)).map((inner) => `${name}/${inner}`) : [name],
    )
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => [path, ...installedPackages(root, `${path}/node_modules`)]);
}

if (import.meta.main) {
  const [flag, ...names] = process.argv.slice(2);
  if (flag !== "--prune")
    throw new Error("Usage: node production-packages.ts --prune [PACKAGE…], in the project's folder");
  prune(process.cwd(), names.length === 0 ? KEPT_PACKAGES : names);
}
