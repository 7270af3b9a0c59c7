import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { Readable } from "node:stream";
import { parse } from "yaml";
import { readFolderEntries } from "../../local/images/folder-entries.ts";
import { packLayer } from "../../local/images/pack-layer.ts";
import type { Descriptor } from "../../local/images/describe-image.ts";
import type { OciLayout } from "./oci-layout.ts";

const CONFIG_TYPE = "application/vnd.cncf.helm.config.v1+json";
const CONTENT_TYPE = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
const LEFT_OUT = /^(?:ci(?:\/|$)|\.helmignore$)/;
const [FILE_MODE, FOLDER_MODE] = [0o644, 0o755];

/** A line of a chart's file that becomes another one; it has to be there exactly once. */
type ChartEdit = Readonly<{ file: string; line: string; instead: string }>;
/** A chart as it is loaded down. */
type PackedChart = Readonly<{ name: string; archive: Buffer; metadata: object }>;

/** Packs a chart at a version, without the time at which `helm package` does it: equal sources make equal bytes. */
export async function packChart(folder: string, version: string, edits: readonly ChartEdit[]): Promise<PackedChart> {
  const name = basename(folder);
  const entries = [];
  for (const entry of await readFolderEntries(folder, LEFT_OUT)) {
    const path = `${name}/${entry.path}`;
    if (entry.type === "folder") entries.push({ type: "folder", path, mode: FOLDER_MODE } as const);
    else if (entry.type === "copy") {
      const text = await readFile(entry.from, "utf8");
      const content = edit(entry.path, versioned(entry.path, text, version), edits);
      entries.push({ type: "file", path, mode: FILE_MODE, content } as const);
    } else throw new Error(`${join(folder, entry.path)} is a link: Helm packs none`);
  }
  const archive = gzipSync(await buffer(Readable.from(packLayer(entries))), { level: 9 });
  const metadata = parse(
    versioned("Chart.yaml", await readFile(join(folder, "Chart.yaml"), "utf8"), version),
  ) as object;
  return { name, archive, metadata };
}

/** Puts a packed chart into a layout as Helm pushes it. */
export function putChart(layout: OciLayout, name: string, { archive, metadata }: PackedChart): Descriptor {
  const config = layout.put(JSON.stringify(metadata), CONFIG_TYPE);
  return layout.name(name, { config, layers: [layout.put(archive, CONTENT_TYPE)] });
}

function versioned(path: string, text: string, version: string): string {
  if (path !== "Chart.yaml") return text;
  return text.replace(/^version: .*$/m, `version: ${version}`).replace(/^appVersion: .*$/m, `appVersion: ${version}`);
}

function edit(path: string, text: string, edits: readonly ChartEdit[]): string {
  return edits
    .filter(({ file }) => file === path)
    .reduce((edited, { line, instead }) => {
      if (edited.split(line).length !== 2) throw new Error(`${path} has not exactly one line "${line.trim()}"`);
      return edited.replace(line, () => instead);
    }, text);
}
