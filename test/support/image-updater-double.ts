import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS, IMAGE_UPDATERS } from "../../adapters/kubernetes/resource-types.ts";
import type { DeliveryRepository } from "./delivery-repository.ts";

type Settings = Readonly<{
  updateStrategy: string;
  forceUpdate: boolean;
  allowTags?: string;
  ignoreTags?: readonly string[];
}>;
type WatchedImage = Readonly<{
  imageName: string;
  commonUpdateSettings: Settings;
  manifestTargets: Readonly<{ helm: Readonly<{ spec: string }> }>;
}>;
type Updater = KubeObject &
  Readonly<{
    spec: Readonly<{
      writeBackConfig: Readonly<{ gitConfig: Readonly<{ writeBackTarget: string }> }>;
      applicationRefs: readonly Readonly<{
        namePattern: string;
        labelSelectors: Readonly<{ matchLabels: Readonly<Record<string, string>> }>;
        images: readonly WatchedImage[];
      }>[];
    }>;
  }>;
type Application = KubeObject & Readonly<{ status?: Readonly<{ summary?: Readonly<{ images?: readonly string[] }> }> }>;

/** What a round needs: Argo CD's namespace, the branch that it delivers, and who lists the tags of a repository. */
type ImageRound = Readonly<{
  management: KubeClient;
  repository: DeliveryRepository;
  listTags: (repository: string) => Promise<readonly string[]>;
}>;

const NAMESPACE = "argocd";
const SEMVER = /^v?(\d+)\.(\d+)\.(\d+)$/;

/**
 * Makes one round of what Argo CD Image Updater does with the ImageUpdaters that are there, and answers what it wrote: it goes by
 * them alone, by what Argo CD says that its Applications run, and by a registry. What Berth asks of it, and no more, is understood.
 */
export async function updateImages({ management, repository, listTags }: ImageRound): Promise<readonly string[]> {
  const { items } = await management.list<Updater>(IMAGE_UPDATERS, { namespace: NAMESPACE });
  const written: string[] = [];
  for (const updater of items) {
    for (const [image, running] of await listWatched(management, updater)) {
      const found = await findNewer(image, running, listTags);
      if (found === undefined) continue;
      repository.pushFile(pathOf(updater.spec.writeBackConfig.gitConfig.writeBackTarget), contentOf(image, found));
      written.push(found);
    }
    const status = { lastCheckedAt: new Date().toISOString(), applicationsMatched: 1, imagesManaged: 1 };
    const options = { fieldManager: "image-updater", subresource: "status", strict: true } as const;
    const ref = { namespace: NAMESPACE, name: updater.metadata.name };
    await management.patch(IMAGE_UPDATERS, ref, { kind: "merge", body: { status } }, options);
  }
  return written;
}

/** Lists the images that an ImageUpdater follows, each with those that its Application runs. */
async function listWatched(
  management: KubeClient,
  { spec }: Updater,
): Promise<readonly (readonly [WatchedImage, readonly string[]])[]> {
  const found: (readonly [WatchedImage, readonly string[]])[] = [];
  for (const { namePattern, labelSelectors, images } of spec.applicationRefs) {
    const application = await findApplication(management, namePattern, labelSelectors.matchLabels);
    found.push(...images.map((image) => [image, application?.status?.summary?.images ?? []] as const));
  }
  return found;
}

async function findApplication(
  management: KubeClient,
  name: string,
  wanted: Readonly<Record<string, string>>,
): Promise<Application | undefined> {
  const found = await management.get<Application>(APPLICATIONS, { namespace: NAMESPACE, name });
  const labels = found?.metadata.labels ?? {};
  return Object.entries(wanted).every(([key, value]) => labels[key] === value) ? found : undefined;
}

/** An image that the Application does not run is left alone, as long as nothing forces it. */
async function findNewer(
  { imageName, commonUpdateSettings: settings }: WatchedImage,
  running: readonly string[],
  listTags: ImageRound["listTags"],
): Promise<string | undefined> {
  const [name, constraint = ""] = splitTag(imageName);
  const runs = running.find((image) => splitTag(image)[0] === name);
  if (settings.updateStrategy !== "semver") throw new Error(`Not understood: ${settings.updateStrategy}`);
  if (runs === undefined) return undefined;
  const newest = (await listTags(name))
    .filter((tag) => isAllowed(tag, settings) && isWithin(tag, constraint))
    .sort(compareVersions)
    .at(-1);
  return newest === undefined || runs === `${name}:${newest}` ? undefined : `${name}:${newest}`;
}

/** A registry's port is no tag. */
function splitTag(image: string): readonly [string, string?] {
  const at = image.lastIndexOf(":");
  return at > image.lastIndexOf("/") ? [image.slice(0, at), image.slice(at + 1)] : [image];
}

function isAllowed(tag: string, { allowTags = "any", ignoreTags = [] }: Settings): boolean {
  const [, pattern] = /^regexp:(.*)$/.exec(allowTags) ?? [];
  // What is neither matches nothing.
  const isAsked = allowTags === "any" || (pattern !== undefined && new RegExp(pattern).test(tag));
  return isAsked && !ignoreTags.some((glob) => matchesGlob(tag, glob));
}

function matchesGlob(tag: string, glob: string): boolean {
  const source = glob
    .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`).test(tag);
}

/** Ranges are of the form 1.x or 1.2.x, or none. */
function isWithin(tag: string, range: string): boolean {
  if (!SEMVER.test(tag)) return false;
  if (range === "") return true;
  const [, asked] = /^((?:\d+\.){1,2})x$/.exec(range) ?? [];
  if (asked === undefined) throw new Error(`Not understood: ${range}`);
  return tag.replace(/^v/, "").startsWith(asked);
}

function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((tag) => (SEMVER.exec(tag) ?? []).slice(1).map(Number));
  const at = first?.findIndex((part, index) => part !== second?.[index]) ?? -1;
  return at < 0 ? 0 : (first?.[at] ?? 0) - (second?.[at] ?? 0);
}

function pathOf(target: string): string {
  const [, path] = /^helmvalues:\/(.+)$/.exec(target) ?? [];
  if (path === undefined) throw new Error(`Not understood: ${target}`);
  return path;
}

function contentOf({ manifestTargets }: WatchedImage, image: string): string {
  const [outer = "", inner = ""] = manifestTargets.helm.spec.split(".");
  return `${outer}:\n  ${inner}: ${image}\n`;
}
