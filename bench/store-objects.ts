import type { KubeObject, ResourceType } from "../adapters/kubernetes/kube-client.ts";
import { inParallel } from "./in-parallel.ts";

/** An object as the API server is to find it in etcd: whole, with status, and valid, as nobody looks at it any more. */
export type StoredObject = Readonly<{ type: ResourceType; object: KubeObject }>;

const WRITERS = 16;

/** Writes objects of custom resources past the API server, whose watches tell of them as of any others; one that exists is left as it is. */
export function storeObjects(etcdUrl: string, objects: readonly StoredObject[]): Promise<void> {
  return inTransactions(etcdUrl, objects, ({ object }, key) => {
    const put = { request_put: { key, value: base64(JSON.stringify(object)) } };
    return { compare: [{ key, target: "VERSION", result: "EQUAL", version: "0" }], success: [put] };
  });
}

/** Deletes objects past the API server, finalizers or not. */
export function dropObjects(etcdUrl: string, objects: readonly StoredObject[]): Promise<void> {
  return inTransactions(etcdUrl, objects, (_, key) => ({ success: [{ request_delete_range: { key } }] }));
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Each object has a revision of its own: a watch that goes on from one would miss the others of it. */
async function inTransactions(
  etcdUrl: string,
  objects: readonly StoredObject[],
  transactionOf: (stored: StoredObject, key: string) => object,
): Promise<void> {
  await inParallel(objects, WRITERS, async (stored) => {
    const body = JSON.stringify(transactionOf(stored, base64(keyOf(stored))));
    const response = await fetch(`${etcdUrl}/v3/kv/txn`, { method: "POST", body });
    if (!response.ok) throw new Error(`etcd answered ${response.status}: ${await response.text()}`);
    await response.body?.cancel();
  });
}

function keyOf({ type: { group, plural }, object: { metadata } }: StoredObject): string {
  return `/registry/${group}/${plural}/${metadata.namespace ?? ""}/${metadata.name}`;
}
