/**
 * Builds the console into console/dist, as the gateway serves it:
 *
 * 1. Vite bundles pages and styles; each name has the hash of its content;
 * 2. what forms are made of is taken out of the OpenAPI document (the module "virtual:forms"), so that no page loads all of it;
 * 3. each file is compressed once, served.json says which paths are pages; LICENSES.txt is for the packages within.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build, type Plugin } from "vite";
import { PAGE_ROOTS } from "../console/page-roots.ts";
import { bundledLicences } from "./bundled-licences.ts";
import { formSchemas, type Schemas } from "./form-schemas.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FORMS = "virtual:forms";
const COMPRESSED = /\.(?:js|css|svg|html)$/;

/** Builds the console; `outDir` is emptied first. */
export async function buildConsole(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(ROOT, "console"),
    logLevel: "warn",
    plugins: [forms(), compression()],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      // No data: address: the policy knows none. The polyfill is for browsers older than the target.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
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
