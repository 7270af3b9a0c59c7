import type { PlatformChart } from "../../../operator/delivery/platform-charts.ts";
import { blobId } from "../../../operator/git/git-object.ts";

/** Makes a chart of a release. */
export function chartOf(name: string, version: string): PlatformChart {
  const content = `apiVersion: v2\nname: ${name}\nversion: ${version}\n`;
  const folder = `platform/charts/${name}/${version}`;
  return {
    name,
    version,
    folder,
    files: [{ path: `${folder}/Chart.yaml`, content, blobId: blobId(content) }],
  };
}
