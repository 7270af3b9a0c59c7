import { setTimeout as delay } from "node:timers/promises";
import type { Manifest } from "../../cluster/kube-access.ts";
import type { TenantApi } from "./tenant-api.ts";

const FOLDER = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

type Definition = Readonly<{ status?: { conditions?: readonly { type: string; status: string }[] } }>;

/** Makes an API server know the kinds of the engines' operators; those that it knows stay. */
export async function installKinds(api: TenantApi, crds: readonly Manifest[], signal: AbortSignal): Promise<void> {
  for (const crd of crds) {
    const path = `${FOLDER}/${crd.metadata.name}`;
    if ((await api.get(path)) === undefined) await api.create(FOLDER, crd);
  }
  for (const crd of crds) {
    while (!isEstablished(await api.get<Definition>(`${FOLDER}/${crd.metadata.name}`)))
      await delay(100, undefined, { signal });
  }
}

function isEstablished(definition: Definition | undefined): boolean {
  const conditions = definition?.status?.conditions ?? [];
  return conditions.some(({ type, status }) => type === "Established" && status === "True");
}
