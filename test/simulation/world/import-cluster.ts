import { CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../../adapters/kubernetes/secret-store.ts";
import { LABELS } from "../../../contract/identity.ts";
import type { ClusterSpec } from "../../../contract/resources/cluster.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { formatAccess, importPlace } from "../../../render/import/cluster-login.ts";
import { ORGANIZATION, type World } from "./world.ts";

const ID = "018f0000-0000-7000-8000-00000000c10d";

/** Imports a cluster as POST /clusters/import does. */
export async function importCluster(world: World, name: string, more: Partial<ClusterSpec> = {}): Promise<void> {
  const store = new KubernetesSecretStore(world.management, { fieldManager: "test", now: () => new Date(0) });
  const access = formatAccess({ server: `https://${name}.test:6443`, caData: "Y2E=", token: "given" });
  const place = importPlace(ORGANIZATION.replace(/^org-/, ""), ID);
  await store.create(...place, { value: new SecretText(access), requestId: "r" });
  const spec = { provider: "aws", region: "eu-central-1", tier: "dedicated", imported: {}, ...more };
  const metadata = { name, namespace: ORGANIZATION, labels: { [LABELS.id]: ID } };
  const cluster = { apiVersion: `${CLUSTERS.group}/${CLUSTERS.version}`, kind: CLUSTERS.kind, metadata, spec };
  await world.management.create(CLUSTERS, cluster, { fieldManager: "test" });
}
