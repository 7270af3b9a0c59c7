import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadLocalConfig } from "../../../local/config.ts";
import { ImageStore } from "../../../local/images/image-store.ts";

/** Reads the one layer of an image that every machine with real nodes has. */
export async function readBusyboxLayer(): Promise<Buffer> {
  const store = new ImageStore(join(loadLocalConfig().cacheDir, "images"));
  const manifest = await readFile((await blobOf(store, "docker.io/library/busybox:1.37")) ?? "", "utf8");
  const { layers } = JSON.parse(manifest) as { layers: readonly { digest: string }[] };
  if (layers.length !== 1) throw new Error(`busybox has ${layers.length} layers`);
  return readFile((await store.findBlob(layers[0]?.digest ?? "")) ?? "");
}

async function blobOf(store: ImageStore, name: string): Promise<string | undefined> {
  return store.findBlob((await store.find(name))?.digest ?? "");
}
