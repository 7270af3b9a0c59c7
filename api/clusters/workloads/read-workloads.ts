import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { FOUND_KINDS, FOUND_MAX } from "../../../contract/rest/cluster-workloads.ts";
import type { LiveWorkload } from "./found-workload.ts";

/** The workloads of a cluster by their kind, and whether these are all. */
export type ReadWorkloads = Readonly<{
  found: readonly Readonly<{ kind: (typeof FOUND_KINDS)[number]; live: LiveWorkload }>[];
  isComplete: boolean;
}>;

type Page = Readonly<{ items?: readonly LiveWorkload[]; metadata?: Readonly<{ continue?: string }> }>;

/** Reads the workloads of a cluster or of one namespace: a page of each kind, by namespace and name as the API server has them. */
export async function readWorkloads(
  client: Pick<KubeClient, "request">,
  namespace: string | undefined,
): Promise<ReadWorkloads> {
  const within = namespace === undefined ? "" : `/namespaces/${namespace}`;
  const query = { limit: String(FOUND_MAX), fieldSelector: "metadata.namespace!=kube-system" };
  const pages = await Promise.all(
    FOUND_KINDS.map(async (kind) => {
      const page = (await client.request("GET", `/apis/apps/v1${within}/${kind.toLowerCase()}s`, { query })) as Page;
      return { kind, page };
    }),
  );
  return {
    // Whose API server it is decides how many it sends, whatever was asked for.
    found: pages.flatMap(({ kind, page }) =>
      itemsOf(page)
        .slice(0, FOUND_MAX)
        .map((live) => ({ kind, live })),
    ),
    isComplete: pages.every(
      (one) => (one.page.metadata?.continue ?? "") === "" && itemsOf(one.page).length <= FOUND_MAX,
    ),
  };
}

function itemsOf({ items }: Page): readonly LiveWorkload[] {
  return items ?? [];
}
