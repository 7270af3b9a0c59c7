import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { handledName } from "../../contract/identity.ts";
import { organizationOf } from "./cluster-owners.ts";
import type { Wanted } from "./create-resource.ts";

type Named = Readonly<{
  kind: "Deployment" | "DatabaseInstance";
  cluster: StoredResource;
  name: string;
  spec: Readonly<Record<string, unknown>>;
}>;

/** Derives what is wanted alike of all that people make on a cluster, by a name that is taken there once. */
export function wantedOnCluster({
  kind,
  cluster,
  name,
  spec,
}: Named): Pick<Wanted, "kind" | "organization" | "nameOf" | "spec" | "reserve"> {
  return {
    kind,
    organization: organizationOf(cluster),
    nameOf: (id) => handledName(name, id),
    spec: { ...spec, name, cluster: cluster.objectName },
    reserve: { clusterId: cluster.id, kind, name },
  };
}
