import { z } from "zod";
import type { ClusterSpec } from "../contract/resources/cluster.ts";
import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";
import { applicationsFolder } from "../render/delivery-names.ts";
import { deriveImageChoice } from "../render/deployment/image-updater.ts";
import { API_GROUP, API_VERSION, LABELS, deriveHandle, organizationNamespace } from "../contract/identity.ts";
import { parseYamlMap } from "../render/text/parse-yaml.ts";

/** Kinds that are made anew, what others name first. Upgrades and backups were done once: they are not done again. */
export const RECOVERED_KINDS = ["Cluster", "Deployment", "DatabaseInstance"] as const;
/** Matches the files of those kinds in the delivery repository. */
const RESOURCE_FILE = /^clusters\/([^/]+)\/(?:(?:deployments|databases)\/([^/]+)\/)?resource\.yaml$/;
/** Matches those and the manifests of their Applications, which say by what chart they are delivered. */
export const RECOVERY_FILE =
  /^clusters\/[^/]+\/(?:(?:(?:deployments|databases)\/[^/]+\/)?resource|applications\/[^/]+)\.yaml$/;

const file = z.object({
  apiVersion: z.literal(`${API_GROUP}/${API_VERSION}`),
  kind: z.enum(RECOVERED_KINDS),
  metadata: z.object({
    name: z.string().min(1),
    namespace: z.string().startsWith(organizationNamespace("")),
    labels: z.record(z.string(), z.string()).refine((labels) => labels[LABELS.id] !== undefined),
  }),
  spec: z.record(z.string(), z.unknown()),
  status: z.record(z.string(), z.unknown()).default({}),
});
/** A custom resource as Git remembers it; the status is what of it a rebuild needs. */
export type RecoveredResource = z.infer<typeof file>;

/** Reads resources out of their files, in the order in which they can be made; what cannot be used is named. */
export function readResources(
  files: ReadonlyMap<string, string>,
): Readonly<{ resources: readonly RecoveredResource[]; unusable: readonly string[] }> {
  const resources: RecoveredResource[] = [];
  const unusable: string[] = [];
  for (const [path, text] of files) {
    if (!RESOURCE_FILE.test(path)) continue;
    const resource = readResource(path, text, files);
    if (resource === undefined) unusable.push(path);
    else resources.push(resource);
  }
  const rank = ({ kind }: RecoveredResource): number => RECOVERED_KINDS.indexOf(kind);
  return { resources: resources.sort((one, other) => rank(one) - rank(other)), unusable };
}

function readResource(path: string, text: string, files: ReadonlyMap<string, string>): RecoveredResource | undefined {
  const [, cluster = "", own = cluster] = RESOURCE_FILE.exec(path) ?? [];
  const parsed = file.safeParse(parsedOrNothing(path, text));
  if (!parsed.success) return undefined;
  const { kind, metadata } = parsed.data;
  // Under another handle it would be delivered a second time, beside itself.
  if (deriveHandle(kind, metadata.name, metadata.labels[LABELS.id] ?? "") !== own) return undefined;
  const version = chartVersionOf(files.get(`${applicationsFolder(cluster)}/${own}.yaml`) ?? "");
  return { ...parsed.data, status: recoveredStatus(parsed.data, own, version) };
}

/** Another chart comes by a wave, not by a recovery. */
function chartVersionOf(manifest: string): string | undefined {
  const { spec } = (parsedOrNothing("manifest", manifest) ?? {}) as { spec?: { source?: { path?: unknown } } };
  const path = spec?.source?.path;
  return typeof path === "string" ? /^platform\/charts\/[^/]+\/([^/]+)$/.exec(path)?.[1] : undefined;
}

/** Derives the status to begin with: what was remembered, and what other files of the same commit say. */
function recoveredStatus(
  { kind, spec, status }: RecoveredResource,
  handle: string,
  chartVersion: string | undefined,
): RecoveredResource["status"] {
  const known = { ...status, handle };
  if (kind === "Cluster") return clusterStatus(known, spec as ClusterSpec);
  if (kind === "DatabaseInstance") return { ...known, chartVersion };
  const imageChoice = deriveImageChoice(spec as DeploymentSpec);
  return { ...known, delivery: { version: chartVersion, imageChoice } };
}

/**
 * A cluster is taken to have run: what is missing of it is put back, and nothing of it is removed as the rest of an attempt. It is degraded
 * until somebody has looked. A shared one of whose host Git says nothing (that of an older release) looks for it first.
 */
function clusterStatus(
  known: RecoveredResource["status"],
  { retryAttempt, tier, provider, imported }: ClusterSpec,
): RecoveredResource["status"] {
  const isHosted = tier === "shared" && provider !== "local" && imported === undefined;
  if (isHosted && known["host"] === undefined) return known;
  const message = "It was made anew from Git; it is looked at in a moment.";
  const now = new Date().toISOString();
  const life = { phase: "degraded", phaseSince: now, statusReason: "Recovered", errorMessage: message, readyAt: now };
  return { ...known, ...life, retryAttempt };
}

function parsedOrNothing(path: string, text: string): unknown {
  try {
    return parseYamlMap(text, path);
  } catch {
    return undefined;
  }
}
