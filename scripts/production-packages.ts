/**
 * Knows the packages that gateway and operator run on:
 *
 * 1. from the dependencies of package.json on, what each needs is looked up in package-lock.json as Node would look for it;
 * 2. optional peers are left out: `npm ci --omit=dev` would install prisma and typescript for their sake;
 * 3. with --prune, all else is deleted from node_modules, and of the packages what no process can load, and a bill of materials is
 *    written: a step of the images.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

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

/** Lists the packages of a project that are needed at run time and installed on this machine. */
export function productionPackages(root: string): readonly ProductionPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const found = new Set<string>();
  const waiting = [""];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const name of needsOf(packages[from] ?? {})) {
      const path = resolve(packages, from, name);
      // What is optional is there only where it fits the machine.
      if (path === undefined || found.has(path) || !existsSync(join(root, path))) continue;
      found.add(path);
      waiting.push(path);
    }
  }
  return [...found].sort().map((path) => {
    const { version = "", license } = packages[path] ?? {};
    return { path, name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), version, license };
  });
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

/** What Node loads of no package, by its path in node_modules: types, maps, sources, texts, and what is for another runtime. */
const NEVER_LOADED = [
  /\.(?:map|md|markdown|flow|bare|[ch]|cc|tsbuildinfo|[cm]?ts)$/,
  /^(?:@[^/]+\/)?[^/]+\/(?:test|tests|docs?|examples?|bench|benchmarks?|\.github|prebuilds)\//,
  // Compilers of queries for databases that are none of ours, and each once more for require().
  /^@prisma\/client\/runtime\/(?:query_compiler_(?!small_bg\.postgresql\.(?:wasm-base64\.)?mjs$)|wasm-compiler-edge|index-browser)/,
  // Beside the classes that the package's own index leads to.
  /^@kubernetes\/client-node\/dist\/gen\/types\/PromiseAPI\.js$/,
  // For browsers, or once more for who asks in the other way: import or require().
  /^(?:isomorphic-git\/(?:index\.js|.*\.umd\.min\.js)|(?:axios|js-yaml)\/dist\/browser\/.*|yaml\/browser\/.*)$/,
  /^(?:(?:zod|@modelcontextprotocol)\/.*\.cjs|async\/dist\/async\.(?:min\.js|mjs)|pako\/dist\/.*|axios\/dist\/(?:esm\/.*|axios\.(?:min\.)?js)|otpauth\/dist\/otpauth\.(?!node\.mjs$).*)$/,
  /^(?:@mollie\/api-client\/dist\/mollie\.esm\.js|@peculiar\/x509\/build\/x509\.js|jsonpath-plus\/dist\/index-browser.*)$/,
];

/** Tells whether a process could load a file of a package, by its path in node_modules. */
export function isLoadable(path: string): boolean {
  const inPackage = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  return !NEVER_LOADED.some((pattern) => pattern.test(inPackage));
}

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

function prune(root: string): void {
  const packages = productionPackages(root);
  const kept = new Set(packages.map(({ path }) => path));
  for (const path of installedPackages(root, "node_modules"))
    if (!kept.has(path) && ![...kept].some((one) => one.startsWith(`${path}/`)))
      rmSync(join(root, path), { recursive: true, force: true });
  rmSync(join(root, "node_modules/.bin"), { recursive: true, force: true });
  for (const entry of readdirSync(join(root, "node_modules"), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !isLoadable(path)) rmSync(path);
  }
  writeFileSync(join(root, "sbom.json"), billOfMaterials(packages));
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

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] !== "--prune")
    throw new Error("Usage: node production-packages.ts --prune, in the project's folder");
  prune(process.cwd());
}
