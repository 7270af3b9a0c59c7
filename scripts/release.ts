/**
 * `make release`: makes all that a release consists of in dist/release, from this checkout (docs/guides/releasing.md).
 *
 * --images  only the two images
 * --for     amd64 or arm64, once for each: whose images are made; this machine's when unset. Of another processor from
 *           npm's Node and the distribution's packages for it, nothing of which is run
 * --join    takes the images that are in dist/release already, and puts the release together
 * --dry     signs with a key for once, and pushes to a registry of its own that goes with it
 * --push    asserts that it is a release, and pushes it
 */
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../adapters/log/thrown.ts";
import { assertPinned } from "./base-image.ts";
import { assembleRelease, makeImages, signRelease } from "./release/assemble-release.ts";
import { runCommand } from "./release/run-command.ts";
import { startDryRegistry } from "./release/dry-registry.ts";
import { fetchForeignMachine } from "./release/foreign-machine.ts";
import { THIS_MACHINE } from "./release/machine.ts";
import { pushRelease } from "./release/push-release.ts";
import { readReleaseNotes } from "./release/release-notes.ts";
import { readReleaseSetting, type ReleaseSetting } from "./release/release-setting.ts";

const ROOT = join(import.meta.dirname, "..");
const OUT = join(ROOT, "dist/release");
const flag = { type: "boolean", default: false } as const;

async function release(setting: ReleaseSetting, isDry: boolean, isPushed: boolean): Promise<void> {
  if (isPushed) await assertRelease(setting);
  for (const [name, digest] of await assembleRelease(setting)) console.log(`${name}@${digest}`);
  const key = setting.key ?? (isDry ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey : undefined);
  if (key === undefined) console.log("Nothing was signed: BERTH_RELEASE_KEY has no key");
  else signRelease(setting, key);
  if (isDry) await pushDry(setting);
  if (isPushed) await pushRelease(setting, { place: setting.place });
}

async function pushDry(setting: ReleaseSetting): Promise<void> {
  const registry = await startDryRegistry();
  try {
    await pushRelease(setting, { place: `${registry.host}/berth`, configDir: registry.configDir });
    console.log("Pushed to a registry of its own, which is gone again");
  } finally {
    await registry.stop();
  }
}

async function assertRelease({ root, version, key }: ReleaseSetting): Promise<void> {
  await assertPinned(root);
  if (key === undefined) throw new Error("BERTH_RELEASE_KEY has no key: a release is signed");
  const tag = process.env["BERTH_RELEASE_TAG"];
  if (tag !== `v${version}`) throw new Error(`BERTH_RELEASE_TAG is ${tag ?? "not set"}, package.json says v${version}`);
  if (readReleaseNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version).date === undefined)
    throw new Error(`CHANGELOG.md calls ${version} unreleased: write the day`);
}

async function makeFor(setting: ReleaseSetting, name: string): Promise<void> {
  if (name === THIS_MACHINE.architecture) return makeImages(setting);
  if (name !== "amd64" && name !== "arm64") throw new Error(`--for is amd64 or arm64, not ${name}`);
  const workDir = mkdtempSync(join(tmpdir(), `berth-${name}-`));
  try {
    await makeImages(setting, await fetchForeignMachine({ architecture: name, root: ROOT, workDir, run: runCommand }));
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

const options = { images: flag, join: flag, dry: flag, push: flag, for: { type: "string", multiple: true } } as const;
const { values } = parseArgs({ options });
try {
  const setting = readReleaseSetting(ROOT, OUT, process.env);
  if (!values.join) rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  if (!values.join) for (const one of values.for ?? [THIS_MACHINE.architecture]) await makeFor(setting, one);
  if (!values.images) await release(setting, values.dry, values.push);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
