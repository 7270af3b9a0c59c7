/** The images that Argo CD's own install manifest names, out of the programs that are there and the distribution's packages. */
import { join } from "node:path";
import { renderAccounts } from "../../local/images/accounts.ts";
import { readApplets } from "../../local/images/busybox-applets.ts";
import { readDebianPackages } from "../../local/images/debian-tree.ts";
import { readFileEntry } from "../../local/images/folder-entries.ts";
import type { LayerEntry } from "../../local/images/layer-entry.ts";
import { TEMPORARY, type ImageMaking } from "../../local/images/tour-images.ts";

/** Where the programs are that Argo CD is made of, and its module's folder. */
type ArgoParts = Readonly<{ argocd: string; helm: string; moduleDir: string }>;

const ARGOCD_IMAGE = "quay.io/argoproj/argocd:v3.5.7";
const REDIS_IMAGE = "public.ecr.aws/docker/library/redis:8.2.3-alpine";
/** A number to raise when the images are made in another way. */
const RECIPE = "argocd-1";
const NAMES = [
  "server",
  "repo-server",
  "application-controller",
  "applicationset-controller",
  "notifications",
  "cmp-server",
  "dex",
  "k8s-auth",
  "commit-server",
];
const LEFT_OUT = /\/gconv\/|^usr\/share\/(?:i18n|zoneinfo)\//;
const ENV = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "USER=argocd", "HOME=/home/argocd"];

/** Makes them where they are not there yet. */
export async function makeArgoImages(making: ImageMaking, parts: ArgoParts): Promise<void> {
  const { store, workDir, run, report } = making;
  const source = `${RECIPE} ${parts.argocd}`;
  if (await store.has([ARGOCD_IMAGE, REDIS_IMAGE], source)) return;
  report(`${ARGOCD_IMAGE}: from the distribution's packages`);
  const read = async (name: string, packages: readonly string[]): Promise<readonly LayerEntry[]> => {
    const all = await readDebianPackages({ name, packages: [...packages, "busybox"], workDir, run });
    const entries = all.filter(({ path }) => !LEFT_OUT.test(path));
    const applets = await readApplets(join(workDir, name, "tree", "bin", "busybox"), run, entries);
    return [...entries, ...applets, TEMPORARY];
  };
  const base = await read("argocd", ["git", "gpg", "gpg-agent", "tini", "ca-certificates", "openssh-client"]);
  const layer = [...base, ...(await argoEntries(parts)), ...renderAccounts([{ name: "argocd", id: 999 }])];
  const config = { Entrypoint: ["/usr/bin/tini", "--"], Env: ENV, User: "999", WorkingDir: "/home/argocd" };
  await store.put(ARGOCD_IMAGE, { layers: [layer], config, source });
  const redis = [...(await read("redis", ["redis-server"])), ...renderAccounts()];
  await store.put(REDIS_IMAGE, {
    layers: [redis],
    config: { Entrypoint: ["/usr/bin/redis-server"], Env: ENV.slice(0, 1), WorkingDir: "/tmp" },
    source,
  });
}

async function argoEntries({ argocd, helm, moduleDir }: ArgoParts): Promise<readonly LayerEntry[]> {
  const folder = (path: string): LayerEntry => ({ type: "folder", path, mode: 0o777 });
  const bin = "usr/local/bin";
  return [
    await readFileEntry(argocd, `${bin}/argocd`),
    await readFileEntry(helm, `${bin}/helm`),
    await readFileEntry(join(moduleDir, "entrypoint.sh"), `${bin}/entrypoint.sh`),
    await readFileEntry(join(moduleDir, "hack/gpg-wrapper.sh"), `${bin}/gpg-wrapper.sh`),
    await readFileEntry(join(moduleDir, "hack/git-verify-wrapper.sh"), `${bin}/git-verify-wrapper.sh`),
    ...NAMES.map((name) => ({ type: "link" as const, path: `${bin}/argocd-${name}`, mode: 0o777, target: "argocd" })),
    ...["home/argocd", "app/config/ssh", "app/config/tls", "app/config/gpg/source", "app/config/gpg/keys"].map(folder),
    { type: "file", path: "app/config/ssh/ssh_known_hosts", mode: 0o644, content: "" },
  ];
}
