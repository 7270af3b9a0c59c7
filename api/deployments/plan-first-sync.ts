import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { PlannedObject } from "../../contract/rest/values.ts";
import type { ImportReview } from "../../contract/resources/import-review.ts";

type LiveObject = Omit<ImportReview["objects"][number], "apiVersion"> & Readonly<{ api_version: string }>;
/** What the first sync of an import would change; `live_objects` is absent while that is not known. */
type FirstSync = Readonly<{
  live_objects?: readonly LiveObject[];
  objects?: readonly PlannedObject[];
  warnings: readonly string[];
}>;

/** Derives it from what the operator has asked the cluster's API server. */
export function planFirstSync({ detail, body }: Pick<StoredResource, "detail" | "body">): FirstSync {
  const review = detail as ImportReview | null;
  if (review === null)
    return { warnings: ["What it would change on the cluster is not known yet: nobody has asked its API server."] };
  const live = review.objects.map(({ apiVersion, ...object }) => ({ api_version: apiVersion, ...object }));
  const replaced = live.filter(({ restart }) => restart).map(({ kind, name }) => `${kind} ${name}`);
  return {
    live_objects: live,
    objects: live.flatMap(({ api_version, kind, name, action, restart }) =>
      action === "none"
        ? []
        : [{ api_version, kind, namespace: String(body["source_namespace"]), name, action, restart }],
    ),
    warnings: replaced.length === 0 ? [] : [`The pods of ${replaced.join(", ")} are replaced.`],
  };
}
