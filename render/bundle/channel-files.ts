import { isMap } from "../../contract/json.ts";
import { BUNDLE_CHANNELS } from "../../contract/resources/cluster.ts";
import type { RenderedFile } from "../render-input.ts";
import { formatYaml, type Json, type JsonMap } from "../text/yaml-text.ts";
import {
  BUNDLE_PROFILES,
  readProfile,
  type BundleChannel,
  type BundleComponent,
  type BundleProfile,
  type Installation,
} from "./component.ts";
import { BUNDLE_COMPONENTS } from "./components.ts";
import { isFor } from "./wanted-components.ts";

/** Where our own charts are delivered from. */
export type DeliveryRepository = Readonly<{ repoUrl: string; branch: string }>;

/** What the files of the channels say of the installation. */
type ChannelSettings = DeliveryRepository & Installation;

/** Names the folder of the channels in the delivery repository. */
export const CHANNELS_FOLDER = "platform/bundles";

/** Renders the channels: `<channel>/<kind of cluster>/<component>.yaml`, which the ApplicationSet reads. */
export function renderChannelFiles(settings: ChannelSettings): readonly RenderedFile[] {
  // Nine of ten files say what another one says: that is written once.
  const written = new Map<string, string>();
  const contentOf = (component: BundleComponent, channel: BundleChannel, profile: BundleProfile): string => {
    const key = keyOf(component, channel, profile);
    const content = written.get(key) ?? formatYaml(entryOf(component, channel, profile, settings));
    written.set(key, content);
    return content;
  };
  return BUNDLE_CHANNELS.flatMap((channel) =>
    BUNDLE_PROFILES.flatMap((profile) =>
      BUNDLE_COMPONENTS.filter((component) => isFor(component, profile)).map((component) => ({
        path: `${CHANNELS_FOLDER}/${channel}/${profile}/${component.component}.yaml`,
        content: contentOf(component, channel, profile),
      })),
    ),
  );
}

/** Names all that entries of one component differ by. */
function keyOf(
  { component, versions, valuesOn }: BundleComponent,
  channel: BundleChannel,
  profile: BundleProfile,
): string {
  const { routed } = readProfile(profile);
  return [component, versions[channel], valuesOn?.[routed] === undefined ? "" : routed].join(" ");
}

function entryOf(
  definition: BundleComponent,
  channel: BundleChannel,
  profile: BundleProfile,
  settings: ChannelSettings,
): JsonMap {
  const { component, chart, namespace, skipOnAutopilot, values, valuesUnder, valuesOn } = definition;
  const version = definition.versions[channel];
  const platform = valuesUnder?.(settings) ?? {};
  return {
    component,
    chart,
    version,
    namespace,
    skipOnAutopilot: skipOnAutopilot !== undefined,
    source: sourceOf(definition, version, settings),
    helm: { values: merge(merge(values, platform), valuesOn?.[readProfile(profile).routed] ?? {}) },
  };
}

/** A source has every member: the ApplicationSet's template asks for each, and Argo CD takes an empty one for none. */
function sourceOf({ repository, chart }: BundleComponent, version: string, delivery: DeliveryRepository): JsonMap {
  if (repository !== undefined) return { repoURL: repository, chart, targetRevision: version, path: "" };
  const path = `platform/charts/${chart}/${version}`;
  return { repoURL: delivery.repoUrl, chart: "", targetRevision: delivery.branch, path };
}

function merge(base: JsonMap, over: JsonMap): JsonMap {
  const merged: Record<string, Json | undefined> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = base[key];
    merged[key] = isMap(before) && isMap(value) ? merge(before, value) : value;
  }
  return merged;
}
