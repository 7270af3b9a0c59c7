import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { TestGateway } from "./gateway.ts";

type Place = Readonly<{ namespace: string; name: string; uid: string }>;

/** A custom resource as the API server has it, with what tests look at. */
export type FoundObject = Readonly<{
  metadata: Record<string, unknown> & Readonly<{ uid: string; namespace: string; name: string; generation: number }>;
  spec: Record<string, unknown>;
}>;

/** Tells where the custom resource behind an id of REST is. */
export async function placeOf({ services }: Pick<TestGateway, "services">, id: string): Promise<Place> {
  const { rows } = await services.pool.query<Place>(
    "SELECT namespace, object_name AS name, uid FROM resources WHERE id = $1",
    [id],
  );
  const [place] = rows;
  if (place === undefined) throw new Error(`There is no row of ${id}`);
  return place;
}

/** Reads the custom resource behind an id of REST. */
export async function findObject(gateway: TestGateway, type: ResourceType, id: string): Promise<FoundObject> {
  const { namespace, name } = await placeOf(gateway, id);
  return (await gateway.kube.get(type, { namespace, name })) as KubeObject & FoundObject;
}
