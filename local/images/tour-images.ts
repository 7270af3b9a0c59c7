/*
 * The images of the README's tour and of the tests, made on the spot: what is in them comes from the distribution that this
 * machine runs, under the names that people write. They are for machines that reach no registry.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Run } from "../binaries/go-build.ts";
import { renderAccounts } from "./accounts.ts";
import { readApplets } from "./busybox-applets.ts";
import { readDebianPackages } from "./debian-tree.ts";
import type { ImageConfig } from "./describe-image.ts";
import { readFileEntry } from "./folder-entries.ts";
import type { ImageStore } from "./image-store.ts";
import type { LayerEntry } from "./layer-entry.ts";
import { renderNginxFiles } from "./nginx-config.ts";

/** What holds a pod's namespaces; every node needs it. */
export const PAUSE_IMAGE = "registry.k8s.io/pause:3.10";
/** A shell and its tools. */
export const BUSYBOX_IMAGE = "busybox:1.37";
/** A web server that begins as root, at port 80. */
const NGINX_IMAGE = "nginx:1.29";
/** A web server that never is root, at port 8080. */
export const UNPRIVILEGED_NGINX_IMAGE = "nginxinc/nginx-unprivileged:1.29";

/** The place where images are made, and who hears of it. */
export type ImageMaking = Readonly<{
  store: ImageStore;
  /** A folder for what is only needed meanwhile. */
  workDir: string;
  run: Run;
  report: (line: string) => void;
}>;

const PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const PAUSE_SOURCE = join(import.meta.dirname, "pause.c");

/** Makes the image that every pod needs, where it is not there yet. */
export async function makePauseImage({ store, workDir, run, report }: ImageMaking): Promise<void> {
  if (await store.has([PAUSE_IMAGE])) return;
  report(`${PAUSE_IMAGE}: compiling`);
  const program = join(workDir, "pause");
  const { code, output } = await run({ command: "gcc", args: ["-Os", "-static", "-s", "-o", program, PAUSE_SOURCE] });
  if (code !== 0) throw new Error(`Compiling ${PAUSE_IMAGE} failed: ${output.trim()}`);
  const layers = [[await readFileEntry(program, "pause")]];
  await store.put(PAUSE_IMAGE, { layers, config: { Entrypoint: ["/pause"], User: "65535:65535" } });
}

/** Makes every image of the tour; those that are there already are made anew only when that is asked for. */
export async function makeTourImages(making: ImageMaking, anew = false): Promise<void> {
  const { store, workDir, run, report } = making;
  await makePauseImage(making);
  const source = deriveRecipe();
  if (!anew && (await store.has([BUSYBOX_IMAGE, NGINX_IMAGE, UNPRIVILEGED_NGINX_IMAGE], source))) return;
  const read = (name: string, packages: readonly string[]): Promise<readonly LayerEntry[]> =>
    readDebianPackages({ name, packages, workDir, run });
  report(`${BUSYBOX_IMAGE}: from the distribution's packages`);
  const busybox = [...(await read("busybox", ["busybox"])), ...renderAccounts(), TEMPORARY];
  const program = join(workDir, "busybox", "tree", "bin", "busybox");
  const links = await readApplets(program, run);
  await store.put(BUSYBOX_IMAGE, { layers: [[...busybox, ...links]], config: { Cmd: ["sh"], Env: [PATH] }, source });
  report(`${NGINX_IMAGE}: from the distribution's packages`);
  const nginx = await read("nginx", ["nginx", "busybox"]);
  const base = [...nginx, ...(await readApplets(program, run, nginx))];
  for (const [name, port, isRoot] of NGINX) {
    const config = { ...nginxConfig(port), ...(isRoot ? {} : { User: "101:101" }) };
    await store.put(name, { layers: [base, renderNginxFiles({ port, isRoot })], config, source });
  }
}

/** What an older release made goes by the same names. */
function deriveRecipe(): string {
  const files = NGINX.map(([, port, isRoot]) => renderNginxFiles({ port, isRoot }));
  return createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12);
}

const NGINX = [
  [NGINX_IMAGE, 80, true],
  [UNPRIVILEGED_NGINX_IMAGE, 8080, false],
] as const;
/** The folder in which anybody may write. */
export const TEMPORARY: LayerEntry = { type: "folder", path: "tmp", mode: 0o1777 };

function nginxConfig(port: number): ImageConfig {
  return {
    Entrypoint: ["/usr/sbin/nginx"],
    Cmd: ["-g", "daemon off;"],
    Env: [PATH],
    ExposedPorts: { [`${port}/tcp`]: {} },
    StopSignal: "SIGQUIT",
  };
}
