/*
 * Takes the renderer of the reference page out of its package, compressed as it is served (docs/adr/0066):
 * 1. npm fetches the package's one version, from wherever this machine gets its packages; its content is held to a hash;
 * 2. of its 25 MB the one file that a browser needs alone is kept, as brotli's smallest.
 * Run it after the version below changed: node scripts/vendor-reference.ts
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const NAME = "@scalar/api-reference";
const VERSION = "1.72.1";
const INTEGRITY = "sha512-XpEJ0rfc/cXbCrR+iC4kK0o/WwX2dTtGQbT049OlPKAHD6IMIFdTeGz2r+M27P2EDWKyUITRm/NzlP8z2pw/Ow==";
const FILE = "package/dist/browser/standalone.js";

const folder = join(import.meta.dirname, "../api/reference");
const work = mkdtempSync(join(tmpdir(), "berth-reference-"));
try {
  execFileSync("npm", ["pack", `${NAME}@${VERSION}`, "--silent", "--pack-destination", work]);
  const tarball = join(work, `scalar-api-reference-${VERSION}.tgz`);
  const found = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  if (found !== INTEGRITY) throw new Error(`${NAME}@${VERSION} is another content than was vendored: ${found}`);
  execFileSync("tar", ["--extract", "--file", tarball, "--directory", work, FILE]);
  const script = readFileSync(join(work, FILE));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: script.length,
  };
  writeFileSync(join(folder, "scalar.js.br"), brotliCompressSync(script, { params }));
  const vendored = [{ name: NAME, version: VERSION, license: "MIT", integrity: INTEGRITY }];
  writeFileSync(join(folder, "vendored.json"), `${JSON.stringify(vendored, null, 2)}\n`);
} finally {
  rmSync(work, { recursive: true });
}
