import type { KubeObject, Ref, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { FOREIGN_FINALIZER } from "./monitor.ts";

/** Somebody else's controller: it works on our objects beside us. */
export class ForeignController {
  readonly #management: FakeKubeClient;
  #bumps = 0;

  constructor(management: FakeKubeClient) {
    this.#management = management;
  }

  /** Puts its own mark on one of our objects, which nobody may lose. */
  async bump(type: ResourceType, ref: Ref): Promise<void> {
    this.#bumps += 1;
    const found = await this.#management.get(type, ref);
    if (found === undefined) return;
    const { finalizers = [], deletionTimestamp } = found.metadata;
    const holds =
      (type === DEPLOYMENTS || type === CLUSTERS) &&
      deletionTimestamp === undefined &&
      !finalizers.includes(FOREIGN_FINALIZER);
    const marks = holds ? { finalizers: [...finalizers, FOREIGN_FINALIZER] } : {};
    const body = { metadata: { annotations: { "example.com/bump": String(this.#bumps) }, ...marks } };
    await this.#management
      .patch(type, ref, { kind: "merge", body }, { fieldManager: "somebody" })
      .catch(() => undefined);
  }

  /** Lets go of what is being deleted. */
  async letGo(type: ResourceType, { metadata }: KubeObject): Promise<void> {
    if (metadata.deletionTimestamp === undefined || metadata.finalizers?.includes(FOREIGN_FINALIZER) !== true) return;
    const now = await this.#management.get(type, metadata);
    const finalizers = (now?.metadata.finalizers ?? []).filter((finalizer) => finalizer !== FOREIGN_FINALIZER);
    const body = { metadata: { finalizers, resourceVersion: now?.metadata.resourceVersion } };
    await this.#management
      .patch(type, metadata, { kind: "merge", body }, { fieldManager: "somebody" })
      .catch(() => undefined);
  }
}
