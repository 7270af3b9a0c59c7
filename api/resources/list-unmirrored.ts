import { CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { organizationNamespace } from "../../contract/identity.ts";
import type { Context } from "../http/context.ts";

const KINDS = [CLUSTERS, DEPLOYMENTS, DATABASE_INSTANCES] as const;

/** Lists what the management cluster has of an organization: what kubectl made a moment ago is there before it is in Postgres. */
export async function listUnmirrored(
  { services }: Context,
  slug: string,
): Promise<readonly Readonly<{ kind: string; id: string; name: string }>[]> {
  const namespace = organizationNamespace(slug);
  const lists = await Promise.all(KINDS.map((type) => services.kube.list(type, { namespace, limit: 20 })));
  return lists.flatMap(({ items }, index) =>
    items.map(({ metadata }) => ({
      kind: KINDS[index]?.kind ?? "",
      id: metadata.uid ?? "",
      name: metadata.name,
    })),
  );
}
