import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { BundleSetManifest } from "../../render/bundle/application-set.ts";
import { readPlatformChart, type PlatformChart } from "./platform-charts.ts";

/** What this release brings along for the component bundle. */
export type BundleRelease = Readonly<{
  /** Every version of our own components' charts. */
  charts: readonly PlatformChart[];
  set: BundleSetManifest;
}>;

/** Reads the bundle's parts from the folder of the charts; read once, at start. */
export async function readBundleRelease(chartsDir: string): Promise<BundleRelease> {
  const components = join(chartsDir, "components");
  const names = await readdir(components);
  const folders = await Promise.all(
    names.map(async (name) =>
      (await readdir(join(components, name))).map((version) => join(components, name, version)),
    ),
  );
  const text = await readFile(join(chartsDir, "bundle", "files", "application-set.yaml"), "utf8");
  return {
    charts: await Promise.all(folders.flat().sort().map(readPlatformChart)),
    set: parse(text) as BundleSetManifest,
  };
}
