import { expect } from "chai";
import type { KubeClient, KubeObject, ResourceType } from "../../adapters/kubernetes/kube-client.ts";
import type { BerthClient } from "./berth-client.ts";
import { eventually } from "./eventually.ts";

/** A deployment as REST answers it. */
export type DeploymentBody = Readonly<{
  id: string;
  name: string;
  status: string;
  git_path: string;
  endpoint_url: string | null;
  conditions: readonly Readonly<{ type: string; status: string; reason: string; message: string }>[];
  [member: string]: unknown;
}>;

const apps = (plural: string, kind: string): ResourceType => namespaced("apps/v1", plural, kind);

function namespaced(apiVersion: string, plural: string, kind: string): ResourceType {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  return { group, version, plural, kind, namespaced: true };
}

/** Names the kinds that a deployment comes to on its cluster. */
export const TENANT_KINDS = {
  Deployment: apps("deployments", "Deployment"),
  StatefulSet: apps("statefulsets", "StatefulSet"),
  Service: namespaced("v1", "services", "Service"),
  Claim: namespaced("v1", "persistentvolumeclaims", "PersistentVolumeClaim"),
  ConfigMap: namespaced("v1", "configmaps", "ConfigMap"),
  Ingress: namespaced("networking.k8s.io/v1", "ingresses", "Ingress"),
  Autoscaler: namespaced("autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler"),
  Schedule: namespaced("velero.io/v1", "schedules", "Schedule"),
  Certificate: namespaced("cert-manager.io/v1", "certificates", "Certificate"),
} as const;

/** Makes and changes deployments on one cluster, and reads there what came of them. */
export class DeploymentScene {
  readonly #berth: BerthClient;
  readonly #tenant: KubeClient;
  readonly #clusterId: string;
  /** Members that were sent. */
  readonly sent = new Set<string>();

  constructor(berth: BerthClient, tenant: KubeClient, clusterId: string) {
    this.#berth = berth;
    this.#tenant = tenant;
    this.#clusterId = clusterId;
  }

  /** Creates a deployment and waits until it runs. */
  async create(body: Readonly<Record<string, unknown>>): Promise<DeploymentBody> {
    for (const member of Object.keys(body)) this.sent.add(member);
    const created = await this.#berth.call<DeploymentBody>("POST", "/deployments?wait=300", {
      cluster_id: this.#clusterId,
      // What a chart runs is said in its values.
      ...(body["app_type"] === "helm" ? {} : { cpu_request: 0.01, memory_request_mb: 16 }),
      ...body,
    });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    expect(created.body.status, JSON.stringify(created.body)).to.equal("running");
    return created.body;
  }

  /** Changes a deployment and waits until it runs again. */
  async change({ id }: DeploymentBody, body: Readonly<Record<string, unknown>>): Promise<DeploymentBody> {
    for (const member of Object.keys(body)) this.sent.add(member);
    const changed = await this.#berth.call<DeploymentBody>("PATCH", `/deployments/${id}?wait=300`, body);
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    expect(changed.body.status, JSON.stringify(changed.body)).to.equal("running");
    return changed.body;
  }

  async read({ id }: DeploymentBody): Promise<DeploymentBody> {
    return (await this.#berth.call<DeploymentBody>("GET", `/deployments/${id}`)).body;
  }

  /** Reads an object of a deployment's namespace; it is named like the deployment unless told. */
  async live(
    deployment: DeploymentBody,
    kind: keyof typeof TENANT_KINDS,
    name = handleOf(deployment),
    namespace = handleOf(deployment),
  ): Promise<KubeObject> {
    const found = await this.#tenant.get(TENANT_KINDS[kind], { namespace, name });
    expect(found, `${kind} ${namespace}/${name}`).not.to.equal(undefined);
    return found!;
  }

  /** Lists the objects of one kind in a deployment's namespace. */
  async list(deployment: DeploymentBody, kind: keyof typeof TENANT_KINDS): Promise<readonly KubeObject[]> {
    return (await this.#tenant.list(TENANT_KINDS[kind], { namespace: handleOf(deployment) })).items;
  }

  /** Waits until a condition of a deployment has a reason. */
  async untilCondition(deployment: DeploymentBody, type: string, reason: string): Promise<DeploymentBody> {
    return eventually(
      async () => {
        const body = await this.read(deployment);
        const shown = body.conditions.find((one) => one.type === type);
        expect(shown?.reason, `${type}: ${JSON.stringify(body.conditions)}`).to.equal(reason);
        return body;
      },
      120_000,
      200,
    );
  }
}

/** Returns the name of a deployment's namespace and objects. */
export function handleOf({ git_path: path }: DeploymentBody): string {
  return path.split("/")[3] ?? "";
}
