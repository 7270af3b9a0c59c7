/**
 * Keeps the component bundle where Argo CD finds it:
 *
 * 1. the charts of our own components, each version once;
 * 2. the channel folders, and nothing in them that is of no channel;
 * 3. the ApplicationSet, which reads them: not before they are there.
 */
import { BUNDLE_SET, renderBundleSet } from "../../../render/bundle/application-set.ts";
import { CHANNELS_FOLDER, renderChannelFiles } from "../../../render/bundle/channel-files.ts";
import { fingerprint } from "../../delivery/argo-application.ts";
import type { ArgoDelivery } from "../../delivery/argo-delivery.ts";
import type { BundleRelease } from "../../delivery/bundle-release.ts";
import { isPublished, publishChart } from "../../delivery/platform-charts.ts";
import { blobId } from "../../git/git-object.ts";
import type { GitWriter } from "../../git/git-writer.ts";
import type { FileChange } from "../../git/write-request.ts";
import type { Caches } from "../../resources/caches.ts";
import type { DeliverySettings } from "../shared/delivery-settings.ts";

/** What the bundle's upkeep works with. */
type BundleUpkeepOptions = Readonly<{
  writer: GitWriter;
  argo: ArgoDelivery;
  caches: Pick<Caches, "sets">;
  settings: DeliverySettings;
  release: BundleRelease;
}>;

const KEY = "Bundle/channels";

/** Publishes the bundle and applies its ApplicationSet, where they differ from what they should be. */
export class BundleUpkeep {
  readonly #options: BundleUpkeepOptions;
  readonly #files: readonly Readonly<{ path: string; content: string; blobId: string }>[];

  constructor(options: BundleUpkeepOptions) {
    this.#options = options;
    const files = renderChannelFiles(options.settings);
    // Most of them are alike.
    const ids = new Map([...new Set(files.map(({ content }) => content))].map((content) => [content, blobId(content)]));
    this.#files = files.map((file) => ({ ...file, blobId: ids.get(file.content) ?? blobId(file.content) }));
  }

  async reconcile(): Promise<void> {
    const { writer, release, argo } = this.#options;
    for (const chart of release.charts) if (!isPublished(writer, chart)) await publishChart(writer, chart);
    const changes = this.#changes();
    if (changes.length > 0)
      await writer.write({ key: KEY, files: changes, trailers: { resource: KEY, generation: 1 } });
    const applied = await this.#applySet();
    // Argo CD looks at the branch every three minutes only.
    if (applied || changes.length > 0) await argo.refreshSet(BUNDLE_SET);
  }

  #changes(): FileChange[] {
    const { writer } = this.#options;
    const known = new Set(this.#files.map(({ path }) => path));
    const strays = writer.listPaths(`${CHANNELS_FOLDER}/`).filter((path) => !known.has(path));
    return [
      ...this.#files
        .filter((file) => !writer.hasContent(file.path, file.blobId))
        .map(({ path, content }) => ({ path, content })),
      ...strays.map((path) => ({ path, content: null })),
    ];
  }

  async #applySet(): Promise<boolean> {
    const { argo, caches, settings, release } = this.#options;
    const wanted = renderBundleSet(release.set, settings);
    const found = caches.sets.get(`${settings.argocdNamespace}/${BUNDLE_SET}`);
    // One that is being deleted is waited for: its end is an event.
    if (found?.metadata.deletionTimestamp !== undefined) return false;
    if (found?.specPrint === fingerprint(wanted.spec)) return false;
    caches.sets.noteWrite(await argo.apply("ApplicationSet", wanted));
    return true;
  }
}
