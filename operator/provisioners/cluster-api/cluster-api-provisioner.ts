/**
 * Makes clusters at Hetzner by Cluster API (CAPH), which runs on the management cluster:
 *
 * 1. `ensure` applies the ClusterClass, then the Cluster under its handle, then the Secret with the token as the Cluster's
 *    own, then what speaks to Hetzner for it, where the bundle brings the rest of that. A Cluster that is there moves one step towards the spec: its version, or its pools, never both.
 * 2. `observe` reads the Cluster; the rest only when it has changed since it was last seen at rest.
 * 3. `removeNode` marks the node's machine and makes its pool as large as those that are not marked.
 * 4. `remove` deletes the Cluster: everything below it, the machines first, and the Secret go with it. Only `observe` says
 *    that it is gone.
 */
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import { messageOf } from "../../../adapters/log/thrown.ts";
import { FIELD_MANAGERS } from "../../../contract/identity.ts";
import type { SecretText } from "../../../contract/secret-text.ts";
import { cloudControllersPrint, renderCloudControllers } from "../../../render/cluster-api/cloud-controllers.ts";
import { renderCluster, renderHetznerSecret } from "../../../render/cluster-api/cluster.ts";
import { TOKEN_KEY, clusterClassName, renderClusterClass } from "../../../render/cluster-api/cluster-class.ts";
import type { Manifest } from "../../../render/cluster-api/manifest.ts";
import { arePoolsEqual, resizePool, sizeOf } from "../../../render/cluster-api/pools.ts";
import type { ClusterOrder, ProviderAccess, ProviderObservation, Provisioner } from "../port.ts";
import {
  CAPI_CLUSTERS,
  DELETE_FIRST,
  MACHINES,
  clusterApiType,
  endpointOf,
  topologyOf,
  type CapiCluster,
  type Machine,
} from "./cluster-api-types.ts";
import {
  countMachines,
  isLeaving,
  lookAtCluster,
  readCluster,
  readVariable,
  type ClusterLook,
} from "./cluster-look.ts";
import { describeCluster, stepOf } from "./describe-cluster.ts";
import type { TokenSource } from "./hetzner-token.ts";
import { isAsWanted, planTopology, type TopologyPlan } from "./plan-topology.ts";
import { isTokenRefused, short } from "./provider-faults.ts";
import { parseProviderKubeconfig } from "./provider-kubeconfig.ts";
import { wantedControllers } from "./wanted-controllers.ts";

/** The set-up of the provisioner. */
type ClusterApiOptions = Readonly<{
  client: KubeClient;
  /** Namespace of all objects of Cluster API. */
  namespace: string;
  /** Server type of control planes, and of the nodes of clusters that name none. */
  serverType: string;
  token: TokenSource;
  logger: Logger;
}>;

type Rest = Readonly<{ version: string | undefined; look: ClusterLook }>;
type Refusal = Readonly<{ print: string; message: string }>;

const NO_TOKEN =
  "There is no token of Hetzner for this cluster: its cloud credential is gone, or the platform has none";
const WRITE = { fieldManager: FIELD_MANAGERS.operator, force: true, strict: true } as const;

/** Creates the provisioner of clusters at Hetzner. */
export function createClusterApiProvisioner(options: ClusterApiOptions): Provisioner {
  return new ClusterApiProvisioner(options);
}

class ClusterApiProvisioner implements Provisioner {
  readonly #options: ClusterApiOptions;
  /** What a cluster at rest looked like: while its object does not change, nothing of it has. */
  readonly #rests = new Map<string, Rest>();
  readonly #refusals = new Map<string, Refusal>();
  #isClassApplied = false;

  constructor(options: ClusterApiOptions) {
    this.#options = options;
  }

  async observe(order: ClusterOrder): Promise<ProviderObservation> {
    try {
      const cluster = await this.#read(order);
      const refusal = this.#refusalOf(order);
      if (cluster === undefined) {
        this.#rests.delete(order.handle);
        return refusal === undefined ? { kind: "absent" } : { kind: "failed", message: refusal, region: undefined };
      }
      return await this.#describe(order, await this.#look(order, cluster), refusal);
    } catch (error) {
      return { kind: "unreachable", message: `Cluster API cannot be asked: ${messageOf(error)}` };
    }
  }

  async ensure(order: ClusterOrder): Promise<void> {
    const cluster = await this.#read(order);
    if (cluster?.metadata.deletionTimestamp !== undefined) return;
    this.#refusals.delete(order.handle);
    const token = await this.#options.token(order);
    if (token === undefined) {
      this.#refuse(order, NO_TOKEN);
      return;
    }
    const look = cluster && (await this.#lookAfresh(order, cluster));
    const plan = planTopology(order.spec, look, this.#options.serverType);
    const applied = look === undefined || !isPlanned(look, plan) ? await this.#applyPlan(order, look, plan) : cluster;
    if (applied?.metadata.uid === undefined) return;
    await this.#applyToken(order, applied.metadata.uid, { look, token });
    await this.#applyControllers(order, applied.metadata.uid, look);
  }

  async remove(order: ClusterOrder): Promise<void> {
    const { handle } = order;
    await this.#options.client.delete(CAPI_CLUSTERS, this.#ref(handle));
    this.#refusals.delete(handle);
    this.#rests.delete(handle);
  }

  async removeNode(order: ClusterOrder, name: string): Promise<void> {
    const cluster = await this.#read(order);
    if (cluster === undefined || cluster.metadata.deletionTimestamp !== undefined) return;
    const look = await this.#lookAfresh(order, cluster);
    const worker = look.workers.find(({ machine }) => nodeName(machine) === name && !isLeaving(machine));
    if (worker === undefined) return;
    const { machine, pool } = worker;
    const mark = { metadata: { annotations: { [DELETE_FIRST]: "yes" } } };
    const ref = this.#ref(machine.metadata.name);
    await this.#options.client.patch(
      MACHINES,
      ref,
      { kind: "merge", body: mark },
      { fieldManager: WRITE.fieldManager },
    );
    const staying = look.workers.filter((one) => one.pool === pool && one !== worker && isStaying(one.machine)).length;
    const found = look.pools.find((one) => one.name === pool);
    if (found === undefined) return;
    const replicas = Math.min(staying, sizeOf(found, countMachines(look.workers)));
    const version = topologyOf(cluster).version ?? "";
    await this.#applyPlan(order, look, { version, pools: resizePool(look.pools, pool, replicas) });
  }

  async #describe(order: ClusterOrder, look: ClusterLook, refusal: string | undefined): Promise<ProviderObservation> {
    const { handle } = order;
    const matches =
      this.#isOrdered(order, look) &&
      look.token !== undefined &&
      !(isTokenRefused(look) && (await this.#hasNewToken(order, look)));
    const described = describeCluster(look, { matches, refusal, access: () => this.#access(handle, look.cluster) });
    // Without its Secret nothing is made: it is to be ordered again.
    if (described.kind === "creating" && look.token === undefined) return { kind: "absent" };
    if (described.kind === "ready" && matches && described.healthy && stepOf(look) === "")
      this.#rests.set(handle, { version: look.cluster.metadata.resourceVersion, look });
    return described;
  }

  async #hasNewToken(order: ClusterOrder, look: ClusterLook): Promise<boolean> {
    const token = await this.#options.token(order);
    return token !== undefined && encode(token) !== look.token;
  }

  #read({ handle }: ClusterOrder): Promise<CapiCluster | undefined> {
    return readCluster(this.#options.client, this.#ref(handle));
  }

  async #look(order: ClusterOrder, cluster: CapiCluster): Promise<ClusterLook> {
    const rest = this.#rests.get(cluster.metadata.name);
    if (rest?.version === cluster.metadata.resourceVersion && rest !== undefined) return rest.look;
    return this.#lookAfresh(order, cluster);
  }

  #lookAfresh(order: ClusterOrder, cluster: CapiCluster): Promise<ClusterLook> {
    this.#rests.delete(cluster.metadata.name);
    const hasControllers = wantedControllers(order, this.#options.namespace) !== undefined;
    return lookAtCluster(this.#options.client, cluster, { tokenKey: TOKEN_KEY, hasControllers });
  }

  async #applyPlan(
    order: ClusterOrder,
    look: ClusterLook | undefined,
    plan: TopologyPlan,
  ): Promise<CapiCluster | undefined> {
    if (look === undefined) await this.#applyClass();
    try {
      return await this.#apply(this.#render(order, look, plan));
    } catch (error) {
      if (!(error instanceof KubeError) || error.status !== 422) throw error;
      this.#refuse(order, `Cluster API refuses the order: ${short(error.body?.message ?? error.reason)}`);
      return undefined;
    }
  }

  #render(order: ClusterOrder, look: ClusterLook | undefined, { version, pools }: TopologyPlan): Manifest {
    const { handle, id, namespace: organization, spec } = order;
    const { namespace, serverType } = this.#options;
    const knownType = look && readVariable(look.cluster, "controlPlaneType");
    const knownClass = look && topologyOf(look.cluster).classRef?.name;
    return renderCluster({
      handle,
      id,
      namespace,
      organization,
      className: knownClass ?? clusterClassName(),
      version,
      region: spec.region,
      controlPlaneReplicas: spec.tier === "production" ? 3 : 1,
      controlPlaneType: typeof knownType === "string" ? knownType : serverType,
      // The platform's own token must never lie where a customer can read it, nor anybody's where nothing needs it.
      hideToken: spec.cloudCredentialId === undefined || spec.cloudComponents === "bundle",
      pools,
    });
  }

  async #applyClass(): Promise<void> {
    if (this.#isClassApplied) return;
    for (const manifest of renderClusterClass(this.#options.namespace)) await this.#apply(manifest);
    this.#isClassApplied = true;
  }

  async #applyToken(
    { handle, id }: ClusterOrder,
    ownerUid: string,
    { look, token }: Readonly<{ look: ClusterLook | undefined; token: SecretText }>,
  ): Promise<void> {
    if (look?.token === encode(token)) return;
    const { namespace } = this.#options;
    const secret = { handle, id, namespace, tokenKey: TOKEN_KEY, tokenData: encode(token), ownerUid };
    await this.#apply(renderHetznerSecret(secret));
  }

  async #applyControllers(order: ClusterOrder, ownerUid: string, look: ClusterLook | undefined): Promise<void> {
    const input = wantedControllers(order, this.#options.namespace);
    if (input === undefined || look?.cloudControllers === cloudControllersPrint(input)) return;
    await this.#apply(renderCloudControllers({ ...input, ownerUid }));
  }

  #isOrdered(order: ClusterOrder, look: ClusterLook): boolean {
    const input = wantedControllers(order, this.#options.namespace);
    const hasControllers = input === undefined || look.cloudControllers === cloudControllersPrint(input);
    return hasControllers && isAsWanted(order.spec, look, this.#options.serverType);
  }

  #apply(manifest: Manifest): Promise<CapiCluster> {
    const ref = this.#ref(manifest.metadata.name);
    return this.#options.client.patch(clusterApiType(manifest), ref, { kind: "apply", body: manifest }, WRITE);
  }

  async #access(handle: string, cluster: CapiCluster): Promise<ProviderAccess> {
    const found = await this.#options.client.get(SECRETS, this.#ref(`${handle}-kubeconfig`));
    const value = (found as Readonly<{ data?: Readonly<Record<string, string>> }> | undefined)?.data?.["value"];
    if (value === undefined) throw new Error("Cluster API has not made the cluster's kubeconfig yet");
    return parseProviderKubeconfig(Buffer.from(value, "base64").toString("utf8"), endpointOf(cluster) ?? "");
  }

  #refuse({ handle, spec }: ClusterOrder, message: string): void {
    this.#refusals.set(handle, { print: JSON.stringify(spec), message });
    this.#options.logger.error("Cluster API cannot be given an order", { handle, reason: message });
  }

  #refusalOf({ handle, spec }: ClusterOrder): string | undefined {
    const refusal = this.#refusals.get(handle);
    return refusal?.print === JSON.stringify(spec) ? refusal.message : undefined;
  }

  #ref(name: string): { namespace: string; name: string } {
    return { namespace: this.#options.namespace, name };
  }
}

function isPlanned({ cluster, pools }: ClusterLook, plan: TopologyPlan): boolean {
  return topologyOf(cluster).version === plan.version && arePoolsEqual(pools, plan.pools);
}

function isStaying(machine: Machine): boolean {
  return !isLeaving(machine) && machine.metadata.annotations?.[DELETE_FIRST] === undefined;
}

function nodeName({ metadata, status }: Machine): string {
  return status?.nodeRef?.name ?? metadata.name;
}

function encode(token: SecretText): string {
  return Buffer.from(token.reveal(), "utf8").toString("base64");
}
