/**
 * Bundles what the processes of an image run: they start in a third of the time and with a quarter less memory than
 * from thousands of modules, and the image holds nothing that none of them loads (docs/adr/0105):
 *
 * 1. each program, and each module that starts as a thread of its own, becomes a file of the image's folder; what two of
 *    them share is one file beside them;
 * 2. our modules know files by where they stand themselves: a bundle tells each the place that it had;
 * 3. packages that load files of their own stay packages, with all that they need;
 * 4. the engine keeps each text for as long as the process runs: one letter beyond Latin-1, be it in a comment, doubles
 *    it, and a program as base64 is kept three times. So none has such letters, and the compiler of queries is a file;
 * 5. what went in is written down: sbom.json, and LICENSES.txt, for the notices that packages ask for.
 *
 * In an image's build: node scripts/bundle-image.ts DIR makes DIR/gateway and DIR/operator.
 */
import { readFile, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build as bundle, type Metafile, type Plugin } from "esbuild";
import { bundledLicences } from "./bundled-licences.ts";
import { KEPT_PACKAGES, billOfMaterials, productionPackages, type ProductionPackage } from "./production-packages.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What each image can start, by the name of its file there. */
const PROGRAMS = {
  gateway: { gateway: "api/main.ts", "text-tasks": "api/text-tasks.ts", migrate: "adapters/postgres/migrate.ts" },
  operator: {
    operator: "operator/main.ts",
    "render-tasks": "operator/render-tasks.ts",
    berthctl: "berthctl/main.ts",
    migrate: "adapters/postgres/migrate.ts",
  },
} as const;

export type ImageName = keyof typeof PROGRAMS;

/** Tells of a package's path whether an image for its processor has it; of this machine's what is installed. */
type IsThere = (path: string) => boolean;

/** Packages that others ask for in vain, wherever they run in production. */
const ABSENT = ["pg-native", "supports-color"];

/** Bundles an image's programs into a folder, and answers the packages that they consist of. */
export async function bundleImage(
  image: ImageName,
  dir: string,
  isThere?: IsThere,
): Promise<readonly ProductionPackage[]> {
  const { metafile } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: PROGRAMS[image],
    outdir: dir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node24",
    // The same in an image's build, where there is no tsconfig.json.
    tsconfigRaw: {},
    // oidc-provider knows its models by the names of their classes.
    keepNames: true,
    metafile: true,
    logLevel: "error",
    external: [...KEPT_PACKAGES, ...ABSENT],
    // Packages in CommonJS ask for Node's own modules by require().
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    plugins: [tellPlaces(PROGRAMS[image]), keepProgramsAsFiles(dir)],
  });
  for (const output of Object.keys(metafile.outputs)) await escapeLetters(join(ROOT, output));
  const modules = modulesOf(metafile);
  const packages = packagesOf(modules, isThere);
  await writeFile(join(dir, "sbom.json"), billOfMaterials(packages));
  await writeFile(join(dir, "LICENSES.txt"), bundledLicences(modules, join(ROOT, "node_modules")));
  return packages;
}

/** What was read is more than what is left of it. */
function modulesOf({ outputs }: Metafile): readonly string[] {
  const all = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return [...new Set(all.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path))];
}

/** Those whose modules went in, and those that stay packages. */
function packagesOf(modules: readonly string[], isThere?: IsThere): readonly ProductionPackage[] {
  const kept = productionPackages(ROOT, KEPT_PACKAGES, isThere).map(({ path }) => path);
  const bundled = modules.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  const all = productionPackages(ROOT, undefined, isThere);
  const stranger = bundled.find((one) => !all.some(({ path }) => path === one));
  if (stranger !== undefined) throw new Error(`${stranger} is for development, and would go into the image`);
  return all.filter(({ path }) => kept.includes(path) || bundled.includes(path));
}

/** Writes the place of a module into it; a thread's module is asked for by its bundle's name. */
function tellPlaces(programs: Readonly<Record<string, string>>): Plugin {
  const names = new Map(Object.entries(programs).map(([name, path]) => [join(ROOT, path), name]));
  return {
    name: "tell-places",
    setup: (build) => {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path.includes("node_modules")) return undefined;
        const text = await readFile(path, "utf8");
        const place = `new URL(${JSON.stringify(`./${relative(ROOT, path)}`)}, import.meta.url).href`;
        const threads = text.replaceAll(/new URL\("([^"]+\.ts)", import\.meta\.url\)/g, (_, asked: string) => {
          const name = names.get(join(path, "..", asked));
          if (name === undefined) throw new Error(`${path} starts ${asked}, which is no program of the image`);
          return `new URL("./${name}.js", IMPORT_META_URL)`;
        });
        const contents = threads.replaceAll("import.meta.url", place).replaceAll("IMPORT_META_URL", "import.meta.url");
        return { contents, loader: "ts" };
      });
    },
  };
}

/** Leaves a WebAssembly program beside the bundle that a package has as a module of its base64. */
function keepProgramsAsFiles(dir: string): Plugin {
  return {
    name: "keep-programs-as-files",
    setup: (build) => {
      build.onLoad({ filter: /\.wasm-base64\.m?js$/ }, async ({ path }) => {
        const [, text] = /const wasm = "([A-Za-z0-9+/=]+)"/.exec(await readFile(path, "utf8")) ?? [];
        if (text === undefined) throw new Error(`${path} has no program as base64 any more`);
        const name = `${basename(path).replace(/\.wasm-base64\.m?js$/, "")}.wasm`;
        await writeFile(join(dir, name), Buffer.from(text, "base64"));
        // Whoever decodes base64 takes bytes as they are.
        const contents = `import { readFileSync } from "node:fs";
export const wasm = readFileSync(new URL(${JSON.stringify(`./${name}`)}, import.meta.url));`;
        return { contents, loader: "js" };
      });
    },
  };
}

/** Writes a bundle's letters beyond ASCII as JavaScript reads them: those that are left stand in comments and in patterns. */
async function escapeLetters(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  const escaped = text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (escaped !== text) await writeFile(file, escaped);
}

if (import.meta.main) {
  const [dir] = process.argv.slice(2);
  if (dir === undefined) throw new Error("Usage: node scripts/bundle-image.ts DIR");
  for (const image of Object.keys(PROGRAMS) as ImageName[]) await bundleImage(image, join(dir, image));
}
