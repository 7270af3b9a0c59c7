import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { loadLocalConfig } from "../../local/config.ts";
import { readDebianPackages } from "../../local/images/debian-tree.ts";
import { readFileEntry } from "../../local/images/folder-entries.ts";
import type { ImageStore } from "../../local/images/image-store.ts";
import { runToEnd } from "./embedded-binaries.ts";

/** Finds the program where somebody has built it: none of the registries that tests load from has it. */
export function findFluentBit(): string | undefined {
  return process.env["BERTH_TEST_FLUENT_BIT"];
}

const LIBRARIES = ["libc6", "libgcc-s1", "libsqlite3-0", "libssl3", "libstdc++6", "libyaml-0-2"];
/** Converters of encodings are most of what the C library weighs. */
const LEFT_OUT = /\/gconv\//;

/** Makes the image of Fluent Bit that the guide names, whose certificates are trusted as that file of authorities says. */
export async function makeFluentBitImage(
  store: ImageStore,
  name: string,
  program: string,
  caFile: string,
): Promise<void> {
  const workDir = await mkdtemp(join(loadLocalConfig().cacheDir, ".fluent-bit-"));
  try {
    const read = await readDebianPackages({ name: "fluent-bit", packages: LIBRARIES, workDir, run: runToEnd });
    const entries = [
      ...read.filter(({ path }) => !LEFT_OUT.test(path)),
      await readFileEntry(program, "fluent-bit/bin/fluent-bit"),
      await readFileEntry(caFile, "etc/ssl/certs/ca-bundle.crt", 0o644),
    ];
    await store.put(name, { layers: [entries], config: { Entrypoint: ["/fluent-bit/bin/fluent-bit"] } });
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}
