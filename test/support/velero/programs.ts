import { join } from "node:path";
import { findGoPrograms, type GoPrograms } from "../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { renderAccounts } from "../../../local/images/accounts.ts";
import { readFileEntry } from "../../../local/images/folder-entries.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import type { LayerEntry } from "../../../local/images/layer-entry.ts";
import { TEMPORARY } from "../../../local/images/tour-images.ts";
import { runToEnd } from "../embedded-binaries.ts";

const VELERO = "github.com/vmware-tanzu/velero";
const PLUGIN = `${VELERO}-plugin-for-aws`;
const PLAIN = "-s -w";
/** The newest of the series that the bundle's charts bring. */
const VERSION = "v1.18.3";
const PLUGIN_VERSION = "v1.14.3";
const NOBODY = "65532:65532";
const HOME = "home/cnb";

/** Names the images as its own manifests do. */
export const VELERO_IMAGES = {
  server: `velero/velero:${VERSION}`,
  plugin: `docker.io/velero/velero-plugin-for-aws:${PLUGIN_VERSION}`,
} as const;

/** Lists what backs up deployments: about seven minutes of one processor when it has to be built. */
const VELERO_PROGRAMS: GoPrograms = {
  name: "velero",
  moduleDir: import.meta.dirname,
  programs: {
    velero: { package: `${VELERO}/cmd/velero`, flags: `${PLAIN} -X ${VELERO}/pkg/buildinfo.Version=${VERSION}` },
    "velero-restore-helper": { package: `${VELERO}/cmd/velero-restore-helper`, flags: PLAIN },
    "velero-plugin-for-aws": { package: `${PLUGIN}/velero-plugin-for-aws`, flags: PLAIN },
    "cp-plugin": { package: `${PLUGIN}/hack/cp-plugin`, flags: PLAIN },
  },
};

/** Answers the path of Velero's program, with its images made for nodes; all of it is built with Go where it is missing. */
export async function prepareVelero(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const report = (line: string): void => console.log(`    ${line}`);
  const folder = await findGoPrograms(VELERO_PROGRAMS, { cacheDir, run: runToEnd, report });
  await makeImages(new ImageStore(join(cacheDir, "images")), folder);
  return join(folder, "velero");
}

/** As the projects' own Dockerfiles lay them out. */
async function makeImages(store: ImageStore, folder: string): Promise<void> {
  const program = (name: string, path: string): Promise<LayerEntry> => readFileEntry(join(folder, name), path);
  const put = async (name: string, entrypoint: readonly string[], entries: readonly LayerEntry[]): Promise<void> => {
    if (await store.has([name], folder)) return;
    const config = { Entrypoint: [...entrypoint], Env: [`HOME=/${HOME}`, "PATH=/bin"], User: NOBODY };
    await store.put(name, { layers: [[...entries, ...renderAccounts(), TEMPORARY]], config, source: folder });
  };
  await put(
    VELERO_IMAGES.server,
    ["/velero"],
    [
      await program("velero", "velero"),
      await program("velero-restore-helper", "velero-restore-helper"),
      { type: "folder", path: HOME, mode: 0o1777 },
    ],
  );
  const copied = "plugins/velero-plugin-for-aws";
  await put(
    VELERO_IMAGES.plugin,
    ["/bin/cp-plugin", `/${copied}`, "/target/velero-plugin-for-aws"],
    [await program("velero-plugin-for-aws", copied), await program("cp-plugin", "bin/cp-plugin")],
  );
}
