import { z } from "zod";
import { API_GROUP, API_VERSION, LABELS, deriveHandle, organizationNamespace } from "../contract/identity.ts";
import { parseYamlMap } from "../render/parse-yaml.ts";

/** Kinds that are made anew, what others name first. Upgrades and backups were done once: they are not done again. */
export const RECOVERED_KINDS = ["Cluster", "Deployment", "DatabaseInstance"] as const;
/** Matches the files of those kinds in the delivery repository. */
export const RESOURCE_FILE = /^clusters\/([^/]+)\/(?:(?:deployments|databases)\/([^/]+)\/)?resource\.yaml$/;

const file = z.object({
  apiVersion: z.literal(`${API_GROUP}/${API_VERSION}`),
  kind: z.enum(RECOVERED_KINDS),
  metadata: z.object({
    name: z.string().min(1),
    namespace: z.string().startsWith(organizationNamespace("")),
    labels: z.record(z.string(), z.string()).refine((labels) => labels[LABELS.id] !== undefined),
  }),
  spec: z.record(z.string(), z.unknown()),
});
/** Is a custom resource as Git remembers it. */
export type RecoveredResource = z.infer<typeof file>;

/** Reads resources out of their files, in the order in which they can be made; what cannot be used is named. */
export function readResources(
  files: ReadonlyMap<string, string>,
): Readonly<{ resources: readonly RecoveredResource[]; unusable: readonly string[] }> {
  const resources: RecoveredResource[] = [];
  const unusable: string[] = [];
  for (const [path, text] of files) {
    const resource = readResource(path, text);
    if (resource === undefined) unusable.push(path);
    else resources.push(resource);
  }
  const rank = ({ kind }: RecoveredResource): number => RECOVERED_KINDS.indexOf(kind);
  return { resources: resources.sort((one, other) => rank(one) - rank(other)), unusable };
}

function readResource(path: string, text: string): RecoveredResource | undefined {
  const [, cluster, own = cluster] = RESOURCE_FILE.exec(path) ?? [];
  const parsed = file.safeParse(parsedOrNothing(path, text));
  if (!parsed.success) return undefined;
  const { kind, metadata } = parsed.data;
  // Under another handle it would be delivered a second time, beside itself.
  return deriveHandle(kind, metadata.name, metadata.labels[LABELS.id] ?? "") === own ? parsed.data : undefined;
}

function parsedOrNothing(path: string, text: string): unknown {
  try {
    return parseYamlMap(text, path);
  } catch {
    return undefined;
  }
}
