import { join } from "node:path";
import { readFileEntry } from "../images/folder-entries.ts";
import type { ImageConfig } from "../images/describe-image.ts";
import type { ImageStore } from "../images/image-store.ts";
import type { LayerEntry } from "../images/layer-entry.ts";
import { renderAccounts } from "../images/accounts.ts";

type AddonImage = Readonly<{ name: string; program: string; path: string; config: ImageConfig }>;

const NOBODY = "65532:65532";

/** Names the images as their projects do: where no program was built, a registry's own image does the same. */
const IMAGES: readonly AddonImage[] = [
  {
    name: "registry.k8s.io/coredns/coredns:v1.14.7",
    program: "coredns",
    path: "coredns",
    config: { Entrypoint: ["/coredns"], User: NOBODY },
  },
  {
    name: "rancher/local-path-provisioner:v0.0.30",
    program: "local-path-provisioner",
    path: "usr/bin/local-path-provisioner",
    config: { Entrypoint: ["local-path-provisioner"], Env: ["PATH=/usr/bin"] },
  },
  {
    name: "registry.k8s.io/networking/kube-network-policies:v1.1.0",
    program: "kube-network-policies",
    path: "bin/netpol",
    config: { Cmd: ["/bin/netpol"] },
  },
  {
    name: "registry.k8s.io/metrics-server/metrics-server:v0.9.0",
    program: "metrics-server",
    path: "metrics-server",
    config: { Entrypoint: ["/metrics-server"], User: NOBODY },
  },
];

const TEMPORARY: LayerEntry = { type: "folder", path: "tmp", mode: 0o1777 };

/** Makes the images of what every cluster with real nodes runs, out of the folder of their programs. */
export async function makeAddonImages(store: ImageStore, programsDir: string): Promise<void> {
  for (const { name, program, path, config } of IMAGES) {
    if (await store.has([name], programsDir)) continue;
    const entries = [await readFileEntry(join(programsDir, program), path), ...renderAccounts(), TEMPORARY];
    await store.put(name, { layers: [entries], config, source: programsDir });
  }
}

/** Names the images of the addons. */
export function addonImages(): readonly string[] {
  return IMAGES.map(({ name }) => name);
}
