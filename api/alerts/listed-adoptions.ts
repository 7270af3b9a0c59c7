import type { KubeObject, Ref } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";

type Reader = Pick<KubeClient, "list">;

/** Reads deployments for the length of one look: each namespace is listed once, however many of it were taken over. */
export class ListedAdoptions {
  readonly #kube: Reader;
  readonly #byNamespace = new Map<string, Promise<ReadonlyMap<string, KubeObject>>>();

  constructor(kube: Reader) {
    this.#kube = kube;
  }

  /** Reads a deployment that was taken over, with its adoption alone; undefined for any other one. */
  async read({ namespace = "", name }: Ref): Promise<KubeObject | undefined> {
    const known = this.#byNamespace.get(namespace) ?? this.#list(namespace);
    this.#byNamespace.set(namespace, known);
    return (await known).get(name);
  }

  async #list(namespace: string): Promise<ReadonlyMap<string, KubeObject>> {
    const { items } = await this.#kube.list(DEPLOYMENTS, { namespace, slim });
    const adopted = items.filter((item) => item["spec"] !== undefined);
    return new Map(adopted.map((item) => [item.metadata.name, item]));
  }
}

/** Of most nothing is kept: they were not taken over. */
function slim({ metadata: { name, namespace }, ...object }: KubeObject): KubeObject {
  const { adoption } = (object["spec"] ?? {}) as Partial<DeploymentSpec>;
  const metadata = { name, namespace };
  if (adoption === undefined) return { metadata };
  const { namespace: place, kind, workloadName, selectorMatchLabels } = adoption;
  return { metadata, spec: { adoption: { namespace: place, kind, workloadName, selectorMatchLabels } } };
}
