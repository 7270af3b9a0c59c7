import type { KubeObject, Ref } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";

type Reader = Pick<KubeClient, "get" | "list">;

/** So many of a namespace are read one by one: its list may be of thousands, none of which was taken over. */
const FEW = 10;

/** Reads deployments for the length of one look: of each namespace a few by themselves, more by one list. */
export class ListedAdoptions {
  readonly #kube: Reader;
  readonly #readByName = new Map<string, number>();
  readonly #byNamespace = new Map<string, Promise<ReadonlyMap<string, KubeObject>>>();

  constructor(kube: Reader) {
    this.#kube = kube;
  }

  /** Reads a deployment that was taken over, with its adoption alone; undefined for any other one. */
  async read({ namespace = "", name }: Ref): Promise<KubeObject | undefined> {
    const before = this.#readByName.get(namespace) ?? 0;
    this.#readByName.set(namespace, before + 1);
    if (before < FEW) {
      const found = await this.#kube.get(DEPLOYMENTS, { namespace, name });
      const kept = found && slim(found);
      return kept && isAdopted(kept) ? kept : undefined;
    }
    const known = this.#byNamespace.get(namespace) ?? this.#list(namespace);
    this.#byNamespace.set(namespace, known);
    return (await known).get(name);
  }

  async #list(namespace: string): Promise<ReadonlyMap<string, KubeObject>> {
    const { items } = await this.#kube.list(DEPLOYMENTS, { namespace, slim });
    return new Map(items.filter(isAdopted).map((item) => [item.metadata.name, item]));
  }
}

const isAdopted = (slimmed: KubeObject): boolean => slimmed["spec"] !== undefined;

/** Of most nothing is kept: they were not taken over. */
function slim({ metadata: { name, namespace }, ...object }: KubeObject): KubeObject {
  const { adoption } = (object["spec"] ?? {}) as Partial<DeploymentSpec>;
  const metadata = { name, namespace };
  if (adoption === undefined) return { metadata };
  const { namespace: place, kind, workloadName, selectorMatchLabels } = adoption;
  return { metadata, spec: { adoption: { namespace: place, kind, workloadName, selectorMatchLabels } } };
}
