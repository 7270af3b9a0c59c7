import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { CUSTOM_RESOURCE_DEFINITIONS } from "../../adapters/kubernetes/resource-types.ts";
import { applyAll } from "./apply-all.ts";
import { TENANT_KINDS } from "./deployment-scene.ts";
import { readDocuments } from "./dry-run.ts";
import { eventually } from "./eventually.ts";

/** Brings what the bundle brings to a real cluster, and may be there already: Velero's namespace and definition. */
export async function installVelero(tenant: KubeClient): Promise<void> {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "velero" } };
  const [definition] = readDocuments("test/fixtures/crds/velero.io_schedules.yaml");
  await applyAll(tenant, [definition, namespace] as Parameters<typeof applyAll>[1]);
  await eventually(() => tenant.list(TENANT_KINDS.Schedule, { namespace: "velero" }));
  // Argo CD looks for kinds at each event of a definition, and one that is not served yet at the last of them it never
  // watches: what is of that kind would stay when its Application goes.
  const metadata = { annotations: { "test.example.org/served": "true" } };
  const patch = { kind: "merge", body: { metadata } } as const;
  await tenant.patch(CUSTOM_RESOURCE_DEFINITIONS, { name: "schedules.velero.io" }, patch, { fieldManager: "tests" });
}
