import { API_GROUP, API_VERSION, LABELS } from "../contract/identity.ts";
import { formatYaml, type Json } from "./text/yaml-text.ts";

/** A resource; labels beyond our own group's are left out of its file. */
export type ResourceMetadata = Readonly<{
  name: string;
  namespace: string;
  id: string;
  labels?: Readonly<Record<string, string>>;
}>;

/** What of a status a rebuild needs and no other file says; it is shown beside the spec. */
export type Remembered = Readonly<Record<string, unknown>>;

/** Formats a custom resource as the file from which Git alone can rebuild it: kind, name, our labels, spec, and what is remembered. */
export function formatResource(
  kind: string,
  metadata: ResourceMetadata,
  spec: unknown,
  remembered: Remembered = {},
): string {
  const { name, namespace, id } = metadata;
  const own = Object.entries(metadata.labels ?? {}).filter(([key]) => key.startsWith(`${API_GROUP}/`));
  const labels = { ...Object.fromEntries(own), [LABELS.id]: id };
  return formatYaml({
    apiVersion: `${API_GROUP}/${API_VERSION}`,
    kind,
    metadata: { name, namespace, labels },
    spec: spec as Json,
    ...(Object.values(remembered).some((value) => value !== undefined) && { status: remembered as Json }),
  });
}
