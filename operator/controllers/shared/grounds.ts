/**
 * Asks the API server about what a verdict rests on. A pass sees the other objects of ours in copies, each of which may be behind
 * its own way: right after a start one may lack a cluster whose deployments another one holds. What can be taken back follows by itself
 * when the copy does; a verdict cannot, so that its grounds are asked for first.
 */
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { OWN_TYPES } from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import type { ResourceKind } from "../../../contract/resources/all.ts";
import { wait, type Outcome } from "../../machines/decision.ts";
import type { ResourceCache } from "../../runtime/resource-cache.ts";
import { ownCaches, type Caches } from "../../resources/caches.ts";
import { ANSWERED_MS } from "./newest-copy.ts";

/** What of ours a verdict rests on, whether it is there or not: an object by its name or by its record id, or all of a namespace. */
export type Ground = Readonly<{ kind: ResourceKind; namespace: string | undefined; name?: string; id?: string }>;
/** Tells whether the copies of all grounds are the newest there are; what is newer is entered, and the decision made anew. */
export type AreNewest = (grounds: readonly Ground[]) => Promise<boolean>;

/** What was learnt is there at once; that something is gone, the watch tells in its time. */
const ANEW_MS = 250;
/** How a pass ends whose grounds are other than the copies have them. */
export const ANEW: Outcome = wait(ANEW_MS, "LookingAnew");

type Asking = Readonly<{ client: Pick<KubeClient, "get" | "list">; cache: ResourceCache }>;

/** Creates the question. */
export function createGroundsCheck(client: Pick<KubeClient, "get" | "list">, caches: Caches): AreNewest {
  const copies = ownCaches(caches);
  return async (grounds) => {
    const answers = await Promise.all(grounds.map((one) => isNewest({ client, cache: copies[one.kind] }, one)));
    return answers.every(Boolean);
  };
}

async function isNewest({ client, cache }: Asking, ground: Ground): Promise<boolean> {
  const { namespace, name } = ground;
  if (name !== undefined && cache.wasAnswered(`${namespace ?? ""}/${name}`, ANSWERED_MS)) return true;
  const found = await ask(client, ground);
  // Compared with what is held now: the watch may have told of it meanwhile.
  const same = printOf(held(cache, ground)) === printOf(found);
  for (const one of found) cache.noteWrite(one);
  return same;
}

async function ask(
  client: Pick<KubeClient, "get" | "list">,
  { kind, namespace, name, id }: Ground,
): Promise<readonly KubeObject[]> {
  const type = OWN_TYPES[kind];
  if (name !== undefined) {
    const found = await client.get(type, { namespace, name });
    return found === undefined ? [] : [found];
  }
  const labelSelector = id === undefined ? undefined : `${LABELS.id}=${id}`;
  return (await client.list(type, { namespace, labelSelector })).items;
}

function held(cache: ResourceCache, { namespace, name, id }: Ground): readonly KubeObject[] {
  if (name !== undefined) {
    const copy = cache.get(`${namespace ?? ""}/${name}`);
    return copy === undefined ? [] : [copy];
  }
  const all = id === undefined ? cache.list() : cache.byIndex("id", id);
  return all.filter(({ metadata }) => metadata.namespace === namespace);
}

function printOf(objects: readonly KubeObject[]): string {
  return objects
    .map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion ?? ""}`)
    .sort()
    .join("\n");
}
