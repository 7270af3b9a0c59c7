import type { KubeObject } from "../../../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS, DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import type { Scene } from "./at-rest.ts";

type Resource = KubeObject & Readonly<{ status?: DeploymentStatus }>;
type Application = KubeObject &
  Readonly<{
    operation?: unknown;
    status?: {
      sync?: { status?: string };
      health?: { status?: string };
      operationState?: { phase?: string; retryCount?: number; message?: string };
    };
  }>;

const TOLD_MAX = 5;
const MESSAGE_MAX = 160;

/** Tells of some deployments that are not at rest how far they have come, and what Argo CD says of them and of their root. */
export async function tellUnsettled({ management, namespace, clusterId }: Scene): Promise<string[]> {
  const { items: resources } = await management.list<Resource>(DEPLOYMENTS, { namespace });
  const { items } = await management.list<Application>(APPLICATIONS, { namespace: "argocd" });
  const applications = new Map(items.map((application) => [application.metadata.name, application]));
  const unsettled = resources.filter(({ metadata, status }) => {
    return metadata.deletionTimestamp !== undefined || status?.phase !== "running";
  });
  const roots = unsettled.length === 0 ? [] : items.filter(({ metadata }) => metadata.name.startsWith("root-"));
  return [
    ...unsettled.slice(0, TOLD_MAX).map(({ metadata, status }) => {
      const { phase = "new", statusReason = "", errorMessage = "", handle = "" } = status ?? {};
      return `${metadata.name}: ${phase} ${statusReason} ${errorMessage}; ${describe(applications.get(handle))}`;
    }),
    ...roots.map((root) => `${root.metadata.name} of ${clusterId}: ${describe(root)}`),
  ];
}

function describe(application: Application | undefined): string {
  if (application === undefined) return "no Application";
  const { metadata, operation, status = {} } = application;
  const going = metadata.deletionTimestamp === undefined ? "" : " going";
  return `Application${going} ${status.sync?.status} ${status.health?.status}, ${describeOperation(operation, status)}`;
}

function describeOperation(asked: unknown, { operationState = {} }: NonNullable<Application["status"]>): string {
  const { phase, retryCount = 0, message = "" } = operationState;
  const held = asked === undefined ? "" : " held";
  return `operation${held} ${phase} after ${retryCount} retries: ${message.slice(0, MESSAGE_MAX)}`;
}
