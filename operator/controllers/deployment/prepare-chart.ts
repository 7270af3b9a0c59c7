import { isNotFound } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES } from "../../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS } from "../../../contract/identity.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import { isConfinedChart } from "../../../render/argocd/organization-projects.ts";
import { isProjectMember, type DeploymentObject } from "../../resources/objects.ts";
import { isDelivered } from "../delivered/views.ts";
import type { DeploymentContext } from "./context.ts";
import type { DeploymentLook } from "./observe.ts";
import type { RenderTarget } from "./renderer.ts";

const CALL = { timeoutMs: 10_000, fieldManager: FIELD_MANAGERS.operator } as const;
const LEVEL = "pod-security.kubernetes.io/enforce";

/**
 * Makes ready what Argo CD needs before a chart's Application reaches it: the project that lets it through, and its namespace.
 * Argo CD itself may make none for a chart without cluster-wide rights; pods that could take over a node are refused there.
 */
export async function prepareChart(
  context: DeploymentContext,
  object: DeploymentObject,
  look: DeploymentLook,
  writes: boolean,
): Promise<void> {
  if (!isProjectMember(object)) return;
  if (writes) await context.projects.apply(object.metadata.namespace ?? "");
  const { spec } = object;
  if (spec.appType !== "helm" || spec.adoption !== undefined || isStaged(spec)) return;
  if (look.target !== undefined && !isDelivered(look.observed.application))
    await ensureNamespace(context, object, look.target);
}

async function ensureNamespace(
  { tenants, logger }: DeploymentContext,
  { spec, metadata }: DeploymentObject,
  { clusterHandle, handle }: RenderTarget,
): Promise<void> {
  const client = tenants.client(clusterHandle);
  if (client === undefined) return;
  try {
    await setLevel(client, handle, isConfinedChart(spec) ? "baseline" : null);
  } catch (error) {
    // A cluster that is away tells so by itself, and the next pass tries again.
    const { name: deployment, namespace } = metadata;
    logger.debug("The namespace of a chart could not be made", { deployment, namespace, error: String(error) });
  }
}

async function setLevel(client: KubeClient, name: string, level: string | null): Promise<void> {
  const body = { metadata: { labels: { [LEVEL]: level } } };
  try {
    await client.patch(NAMESPACES, { name }, { kind: "merge", body }, CALL);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const labels = level === null ? {} : { labels: { [LEVEL]: level } };
    await client.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata: { name, ...labels } }, CALL);
  }
}
