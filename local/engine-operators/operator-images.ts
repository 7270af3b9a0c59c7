import { join } from "node:path";
import { renderAccounts } from "../images/accounts.ts";
import { architectureOf, type ImageConfig } from "../images/describe-image.ts";
import { readFileEntry } from "../images/folder-entries.ts";
import type { ImageStore } from "../images/image-store.ts";
import type { LayerEntry } from "../images/layer-entry.ts";
import { TEMPORARY } from "../images/tour-images.ts";
import { ENGINE_VERSIONS } from "./programs.ts";

const versionOf = (module: keyof typeof ENGINE_VERSIONS): string => ENGINE_VERSIONS[module];

/** The image of CloudNativePG's operator, as its release manifest names it. */
export const OPERATOR_IMAGE = `ghcr.io/cloudnative-pg/cloudnative-pg:${versionOf("github.com/cloudnative-pg/cloudnative-pg").slice(1)}`;
const PLUGIN_VERSION = versionOf("github.com/cloudnative-pg/plugin-barman-cloud");
/** The image of the plugin that archives, and what it puts beside each server. */
export const PLUGIN_IMAGE = `ghcr.io/cloudnative-pg/plugin-barman-cloud:${PLUGIN_VERSION}`;
export const SIDECAR_IMAGE = `ghcr.io/cloudnative-pg/plugin-barman-cloud-sidecar:${PLUGIN_VERSION}`;

/** Makes the images of CloudNativePG's operator and its plugin out of the folder of their programs; servers run the same program as their manager. */
export async function makeOperatorImages(store: ImageStore, programsDir: string): Promise<void> {
  const put = async (name: string, config: ImageConfig, program: readonly LayerEntry[]): Promise<void> => {
    if (await store.has([name], programsDir)) return;
    await store.put(name, { layers: [[...program, ...renderAccounts(), TEMPORARY]], config, source: programsDir });
  };
  // The operator looks here for which architectures it can manage servers.
  const path = `operator/manager_${architectureOf()}`;
  await put(OPERATOR_IMAGE, { Entrypoint: ["/manager"], User: "65532:65532" }, [
    await readFileEntry(join(programsDir, "cloudnative-pg"), path),
    { type: "link", path: "manager", mode: 0o777, target: path },
  ]);
  await put(PLUGIN_IMAGE, { Entrypoint: ["/manager"], User: "65532:65532" }, [
    await readFileEntry(join(programsDir, "plugin-barman-cloud"), "manager"),
  ]);
}
