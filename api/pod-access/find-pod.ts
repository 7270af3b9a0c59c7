import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NODES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { BerthError } from "../../contract/errors.ts";
import { LABELS } from "../../contract/identity.ts";
import { choosePod, slimPod, type ChosenPod, type Pod } from "./choose-pod.ts";

/** Where to look for a pod, and which one is wanted. */
export type PodWish = Readonly<{
  namespace: string;
  selector: string | undefined;
  /** Tells whether a pod of the namespace is one of those that are meant. */
  isOwn: (name: string) => boolean;
  pod: string | undefined;
  container: string | undefined;
}>;

/** A pod and its container, with their namespace. */
export type PodPlace = Readonly<{ namespace: string; pod: string; container: string }>;

/** Finds the pod of a session; refuses where none runs, and where nothing behind a node runs processes. */
export async function findPod(client: Pick<KubeClient, "list" | "get">, wish: PodWish): Promise<PodPlace> {
  const { namespace, selector, isOwn, pod, container } = wish;
  const options = { namespace, ...(selector === undefined ? {} : { labelSelector: selector }) };
  const { items } = await client.list<Pod>(PODS, { ...options, slim: slimPod });
  const own = items.filter(({ metadata }) => isOwn(metadata.name));
  const chosen = choosePod(own, pod);
  if (chosen === undefined) throw noPod(pod);
  const node = await client.get(NODES, { name: chosen.node });
  if (node?.metadata.labels?.[LABELS.simulated] === "true") throw new BerthError("nodes_simulated");
  return { namespace, pod: chosen.name, container: containerOf(chosen, container) };
}

function noPod(pod: string | undefined): BerthError {
  if (pod === undefined) return new BerthError("no_pod_running");
  return new BerthError("no_pod_running", { publicMessage: "It has no pod of that name that runs." });
}

function containerOf({ name, containers }: ChosenPod, wanted: string | undefined): string {
  const found = wanted === undefined ? containers[0] : containers.find((one) => one === wanted);
  if (found !== undefined) return found;
  throw new BerthError("no_pod_running", {
    publicMessage: `The pod ${name} has no container of that name; it has ${containers.join(", ")}.`,
  });
}
