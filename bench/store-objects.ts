import type { KubeObject, ResourceType } from "../adapters/kubernetes/kube-client.ts";
import { inParallel } from "./in-parallel.ts";

/** An object as the API server is to find it in etcd: whole, with status, and valid, as nobody looks at it any more. */
export type StoredObject = Readonly<{ type: ResourceType; object: KubeObject }>;

/** etcd takes 128 operations and 1.5 MiB at once. */
const AT_ONCE = 64;
const WRITERS = 4;

/** Writes objects of custom resources past the API server, whose watches tell of them as of any others; one that exists is left as it is. */
export function storeObjects(etcdUrl: string, objects: readonly StoredObject[]): Promise<void> {
  return inTransactions(etcdUrl, objects, ({ object }, key) => {
    const put = { request_put: { key, value: base64(JSON.stringify(object)) } };
    const isNew = { key, target: "VERSION", result: "EQUAL", version: "0" };
    return { request_txn: { compare: [isNew], success: [put] } };
  });
}

/** Deletes objects past the API server, finalizers or not. */
export function dropObjects(etcdUrl: string, objects: readonly StoredObject[]): Promise<void> {
  return inTransactions(etcdUrl, objects, (_, key) => ({ request_delete_range: { key } }));
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

async function inTransactions(
  etcdUrl: string,
  objects: readonly StoredObject[],
  operationOf: (stored: StoredObject, key: string) => object,
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(objects.length / AT_ONCE) }, (_, index) =>
    objects.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  await inParallel(parts, WRITERS, async (part) => {
    const success = part.map((stored) => operationOf(stored, base64(keyOf(stored))));
    const response = await fetch(`${etcdUrl}/v3/kv/txn`, { method: "POST", body: JSON.stringify({ success }) });
    if (!response.ok) throw new Error(`etcd answered ${response.status}: ${await response.text()}`);
    await response.body?.cancel();
  });
}

function keyOf({ type: { group, plural }, object: { metadata } }: StoredObject): string {
  return `/registry/${group}/${plural}/${metadata.namespace ?? ""}/${metadata.name}`;
}
