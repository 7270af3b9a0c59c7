import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { applyAll } from "./apply-all.ts";
import { readDocuments } from "./dry-run.ts";

/** Brings what the bundle brings to a real cluster, and may be there already: Velero's namespace and definition. */
export async function installVelero(tenant: KubeClient): Promise<void> {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "velero" } };
  const [definition] = readDocuments("test/fixtures/crds/velero.io_schedules.yaml");
  await applyAll(tenant, [definition, namespace] as Parameters<typeof applyAll>[1]);
}
