/**
 * Remembers what a forced deletion left at a provider, and removes it as soon as that answers again:
 *
 * 1. before the finalizer goes, the order is written down in a ConfigMap in the operator's namespace, which lists it for
 *    people: `kubectl get configmaps -n berth-system -l hosting.berth.dev/leftover`;
 * 2. each is looked at when the operator starts, and every minute while there is one;
 * 3. it is forgotten only when the provider was seen without it, or when its resource is there again, as from Git: then it is left no more.
 *
 * Nothing else at a provider is ever swept: a cluster without a resource may be one whose resource was lost.
 */
import { CLUSTERS, CONFIG_MAPS } from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import { messageOf } from "../../../adapters/log/thrown.ts";
import { FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import { SETTLED, wait, type Outcome } from "../../machines/decision.ts";
import { chooseProvisioner, type Provisioners } from "../../provisioners/choose-provisioner.ts";
import type { ClusterOrder } from "../../provisioners/port.ts";

type LeftoverObject = KubeObject & Readonly<{ data?: Readonly<Record<string, string>> }>;

const RECHECK_MS = 60_000;
const ORDER = "order.json";

/** Keeps the list of leftovers. */
export class Leftovers {
  readonly #client: KubeClient;
  readonly #namespace: string;
  readonly #provisioners: Provisioners;
  readonly #logger: Logger;

  constructor(
    client: KubeClient,
    options: Readonly<{ namespace: string; provisioners: Provisioners; logger: Logger }>,
  ) {
    this.#client = client;
    this.#namespace = options.namespace;
    this.#provisioners = options.provisioners;
    this.#logger = options.logger;
  }

  /** Writes an order down; the same again changes nothing. */
  async remember(order: ClusterOrder): Promise<void> {
    const body = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: nameOf(order.handle), labels: { [LABELS.leftover]: "cluster", [LABELS.id]: order.id } },
      data: { provider: order.spec.provider, region: order.spec.region, [ORDER]: JSON.stringify(order) },
    };
    const ref = { namespace: this.#namespace, name: nameOf(order.handle) };
    await this.#client.patch(
      CONFIG_MAPS,
      ref,
      { kind: "apply", body },
      { fieldManager: FIELD_MANAGERS.operator, force: true },
    );
  }

  async isRemembered(handle: string): Promise<boolean> {
    const ref = { namespace: this.#namespace, name: nameOf(handle) };
    return (await this.#client.get(CONFIG_MAPS, ref)) !== undefined;
  }

  /** Asks for the removal of what is left, and forgets what was seen gone. */
  async sweep(): Promise<Outcome> {
    const options = { namespace: this.#namespace, labelSelector: LABELS.leftover };
    const { items } = await this.#client.list<LeftoverObject>(CONFIG_MAPS, options);
    let left = 0;
    for (const item of items) if (!(await this.#tryRemoving(item))) left += 1;
    return left === 0 ? SETTLED : wait(RECHECK_MS, "Leftovers");
  }

  /** One that its provider refuses, or that nobody can read, keeps none of the others. */
  async #tryRemoving(item: LeftoverObject): Promise<boolean> {
    try {
      return await this.#remove(item);
    } catch (error) {
      this.#logger.warn("A leftover could not be removed", { name: item.metadata.name, error: messageOf(error) });
      return false;
    }
  }

  async #remove({ metadata, data }: LeftoverObject): Promise<boolean> {
    const order = JSON.parse(data?.[ORDER] ?? "null") as ClusterOrder | null;
    const provisioner = order === null ? undefined : chooseProvisioner(this.#provisioners, order.spec);
    if (order === null || provisioner === undefined) return false;
    const { kind } = await provisioner.observe(order);
    const end = kind === "absent" ? "A leftover is gone from its provider" : await this.#endOf(order);
    if (end !== undefined) {
      await this.#client.delete(CONFIG_MAPS, metadata);
      this.#logger.info(end, { handle: order.handle });
      return true;
    }
    if (kind !== "unreachable" && kind !== "removing") await provisioner.remove(order);
    return false;
  }

  async #endOf({ id, namespace }: ClusterOrder): Promise<string | undefined> {
    const { items } = await this.#client.list(CLUSTERS, { namespace, labelSelector: `${LABELS.id}=${id}` });
    const isOwned = items.some(({ metadata }) => metadata.deletionTimestamp === undefined);
    return isOwned ? "A leftover has a resource again" : undefined;
  }
}

function nameOf(handle: string): string {
  return `leftover-${handle}`;
}
