import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { organizationNamespace } from "../../contract/identity.ts";
import type { Context } from "../http/context.ts";

/** Lists what the management cluster has of an organization: what kubectl made a moment ago is there before it is in Postgres. */
export async function listUnmirrored(
  { services }: Context,
  slug: string,
): Promise<readonly Readonly<{ kind: string; id: string; name: string }>[]> {
  const namespace = organizationNamespace(slug);
  const lists = await Promise.all(
    [CLUSTERS, DEPLOYMENTS].map((type) => services.kube.list(type, { namespace, limit: 20 })),
  );
  return lists.flatMap(({ items }, index) =>
    items.map(({ metadata }) => ({
      kind: index === 0 ? "Cluster" : "Deployment",
      id: metadata.uid ?? "",
      name: metadata.name,
    })),
  );
}
