/** The two images as the last stages of their Dockerfiles make them, in a store that nodes pull from. */
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ImageConfig } from "../../local/images/describe-image.ts";
import { readFolderEntries } from "../../local/images/folder-entries.ts";
import type { ImageStore } from "../../local/images/image-store.ts";
import type { LayerEntry } from "../../local/images/layer-entry.ts";
import { writeRuntimeRoot } from "../runtime-root.ts";
import { describeMaterials } from "./describe-materials.ts";
import { THIS_MACHINE, type Machine } from "./machine.ts";
import { stageImage } from "./stage-image.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DOCKERFILES = { gateway: "api/Dockerfile", operator: "operator/Dockerfile" } as const;

/** One of the two images, as it was made. */
type MadeImage = Readonly<{ digest: string; bytes: number; materials: string }>;

/** Makes both images under each of the tags; tells how many bytes each unpacks to, and what it holds as a bill of materials. */
export async function makeBerthImages(
  store: ImageStore,
  repository: string,
  tags: readonly string[],
  { isZipped = false, machine = THIS_MACHINE }: Readonly<{ isZipped?: boolean; machine?: Machine }> = {},
): Promise<Readonly<Record<keyof typeof DOCKERFILES, MadeImage>>> {
  return { gateway: await make("gateway"), operator: await make("operator") };

  async function make(name: keyof typeof DOCKERFILES): Promise<MadeImage> {
    const image = await stageImage(DOCKERFILES[name], [], machine);
    const runtime = await mkdtemp(join(tmpdir(), "berth-runtime-"));
    try {
      await chmod(runtime, 0o755);
      const libraries = await writeRuntimeRoot(runtime, image.dir, machine);
      const layers = [await readFolderEntries(runtime), below("app", await readFolderEntries(image.dir))];
      const config = await readConfig(DOCKERFILES[name]);
      const { architecture } = machine;
      let digest = "";
      for (const tag of tags)
        digest = await store.put(`${repository}/berth-${name}:${tag}`, { layers, config, isZipped, architecture });
      const bytes = layers.flat().reduce((sum, entry) => sum + (entry.type === "copy" ? entry.sizeBytes : 0), 0);
      const materials = await describeMaterials(image.packages, libraries, machine);
      return { digest, bytes, materials };
    } finally {
      await rm(runtime, { recursive: true, force: true });
      await image.remove();
    }
  }
}

function below(folder: string, entries: readonly LayerEntry[]): readonly LayerEntry[] {
  return entries.map((entry) => ({ ...entry, path: `${folder}/${entry.path}` }));
}

/** How the image runs says its last stage. */
async function readConfig(dockerfile: string): Promise<ImageConfig> {
  const lines = (await readFile(join(ROOT, dockerfile), "utf8")).split("\n");
  const valueOf = (word: string): string =>
    lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? "";
  return {
    Entrypoint: JSON.parse(valueOf("ENTRYPOINT")) as string[],
    Cmd: JSON.parse(valueOf("CMD")) as string[],
    Env: valueOf("ENV").split(/\s+/),
    User: valueOf("USER"),
    WorkingDir: valueOf("WORKDIR"),
  };
}
