import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { FakeKubeClient } from "./fake-kube-client.ts";

/** A cluster on which somebody lays a spec of their own over each that is patched. */
export class ChangingClient extends FakeKubeClient {
  readonly #over: object;

  constructor(over: object) {
    super();
    this.#over = over;
  }

  override async patch<T extends KubeObject>(
    ...[type, ref, patch, options]: Parameters<KubeClient["patch"]>
  ): Promise<T> {
    await super.patch(type, ref, patch, options);
    const body = { spec: this.#over };
    return super.patch<T>(type, ref, { kind: "merge", body }, { fieldManager: "somebody" });
  }
}
