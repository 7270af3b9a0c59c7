/**
 * Builds the console into console/dist, as the gateway serves it:
 *
 * 1. Vite bundles pages and styles; each name has the hash of its content;
 * 2. what forms are made of is taken out of the OpenAPI document (the module "virtual:forms"), so that no page loads all of it;
 * 3. each file is compressed once, served.json says which paths are pages; LICENSES.txt is for the packages within.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build, type Plugin, type Rolldown } from "vite";
import { PAGE_ROOTS } from "../console/page-roots.ts";
import { bundledLicences } from "./bundled-licences.ts";
import { formSchemas, type Schemas } from "./form-schemas.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FORMS = "virtual:forms";
const PAGES = "virtual:pages/";
const COMPRESSED = /\.(?:js|css|svg|html)$/;

/**
 * What is loaded together. Eighty files of a few hundred bytes each compress a fifth worse than the same text in ten, and are asked for one by one;
 * pages that one person opens one after the other are one file. What only some people see (plots, a terminal) is in none.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: "first", tags: ["$initial"], priority: 4 },
  {
    name: "parts",
    test: /virtual:forms|console\/(?:parts|store|view)\/(?!body-yaml|check-body|yaml-places)/,
    minShareCount: 2,
    priority: 3,
  },
  // Whoever writes a body as YAML loads it then.
  { name: "yaml", test: /node_modules\/js-yaml\/|console\/view\/(?:body-yaml|check-body|yaml-places)/, priority: 2 },
];
const PAGES_TOGETHER: Readonly<Record<string, RegExp>> = {
  administration: /^platform-/,
  deployments: /^deployment/,
  clusters: /^cluster/,
  databases: /^database/,
  doorway: /^(?:invitation|register)\//,
  account: /^(?:api-keys|applications|kubeconfigs|security|sessions)\//,
  organization: /^(?:audit|billing|clouds|invitations|members|organization|registry|secrets|webhook)/,
};

/** Builds the console; `outDir` is emptied first. */
export async function buildConsole(outDir: string): Promise<void> {
  await build({
    configFile: false,
    // Whatever NODE_ENV is: else tests measure the names and lines of each element, too.
    oxc: { jsx: { development: false } },
    root: join(ROOT, "console"),
    logLevel: "warn",
    plugins: [pages(), forms(), compression()],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      // No data: address: the policy knows none. The polyfill is for browsers older than the target.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // On a slow machine it would say how long plugins took, to who has just typed make run.
      rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { groups: GROUPS } } },
    },
  });
}

/** Makes one module of the pages that are loaded together: else each has an object of its names, and the bundler a file of its own that makes these. */
function pages(): Plugin {
  const all = globSync("*/*-page.tsx", { cwd: join(ROOT, "console/pages") });
  const groupOf = (path: string): string | undefined =>
    Object.entries(PAGES_TOGETHER).find(([, those]) => those.test(path))?.[0];
  return {
    name: "pages",
    enforce: "pre",
    transform: (code, id) =>
      /console\/(?:app\.tsx|people-pages\.ts)$/.test(id)
        ? code.replaceAll(/import\("\.\/pages\/([^"]+)"\)/g, (whole, path: string) => {
            const group = groupOf(path);
            return group === undefined ? whole : `import("${PAGES}${group}")`;
          })
        : null,
    resolveId: (id) => (id.startsWith(PAGES) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PAGES}`)) return null;
      const group = id.slice(PAGES.length + 1);
      const those = all.filter((path) => groupOf(path) === group);
      return those.map((path) => `export * from ${JSON.stringify(join(ROOT, "console/pages", path))};`).join("\n");
    },
  };
}

function forms(): Plugin {
  return {
    name: "forms",
    resolveId: (id) => (id === FORMS ? `\0${FORMS}` : null),
    load(id) {
      if (id !== `\0${FORMS}`) return null;
      const document = JSON.parse(readFileSync(join(ROOT, "api/openapi.json"), "utf8")) as {
        components: { schemas: Schemas };
      };
      return `export const FORMS = ${JSON.stringify(formSchemas(document.components.schemas))};`;
    },
  };
}

/** From the disk, after all was written: before that the chunks still hold placeholders. */
function compression(): Plugin {
  return {
    name: "compression",
    writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle).filter((name) => COMPRESSED.test(name));
      for (const name of names) {
        const content = readFileSync(join(dir, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content, { params }));
      }
      const modules = Object.values(bundle).flatMap((one) => (one.type === "chunk" ? one.moduleIds : []));
      writeFileSync(join(dir, "LICENSES.txt"), bundledLicences(modules, join(ROOT, "node_modules")));
      writeFileSync(join(dir, "served.json"), JSON.stringify({ roots: PAGE_ROOTS, files: names }));
    },
  };
}

if (import.meta.main) await buildConsole(join(ROOT, "console/dist"));
