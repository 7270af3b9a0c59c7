import { randomBytes } from "node:crypto";
import { CLUSTERS, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import { isAlreadyExists } from "../../adapters/kubernetes/kube-error.ts";
import { FINALIZER, LABELS } from "../../contract/identity.ts";
import { newId } from "../../api/identity/new-id.ts";
import type { Account } from "./client.ts";
import type { TestGateway } from "./gateway.ts";

/** Makes a cluster that was imported, as POST /clusters/import would have left it, of an owner's own. */
export async function newImportedCluster(
  { kube, mirrorObject }: TestGateway,
  { organizationId, slug, userId }: Pick<Account, "organizationId" | "slug" | "userId">,
): Promise<string> {
  const namespace = `org-${slug}`;
  const fieldManager = "test";
  const labels = { [LABELS.organizationId]: organizationId };
  await kube.create(NAMESPACES, { metadata: { name: namespace, labels } }, { fieldManager }).catch((error: unknown) => {
    if (!isAlreadyExists(error)) throw error;
  });
  const id = newId();
  const metadata = {
    name: `own-${randomBytes(4).toString("hex")}`,
    namespace,
    labels: { ...labels, [LABELS.id]: id, [LABELS.userId]: userId },
    finalizers: [FINALIZER],
  };
  const spec = { provider: "local", region: "local-1", tier: "dedicated", imported: {} };
  const apiVersion = "hosting.berth.dev/v1alpha1";
  await mirrorObject(
    "Cluster",
    await kube.create(CLUSTERS, { apiVersion, kind: "Cluster", metadata, spec }, { fieldManager }),
  );
  return id;
}
