import type { Json } from "../text/yaml-text.ts";
import type { TenantObject } from "./tenant-objects.ts";

/** What a change does to one object on the tenant cluster. */
export type ObjectChange = Readonly<{
  apiVersion: string;
  kind: string;
  namespace: string | undefined;
  name: string;
  action: "create" | "update" | "delete";
  /** Whether its pods are replaced. */
  restart: boolean;
}>;

/** Derives what changes from the objects that are meant now to those that are meant then, in the order of their names. */
export function planObjects(before: readonly TenantObject[], after: readonly TenantObject[]): ObjectChange[] {
  const old = new Map(before.map((object) => [keyOf(object), object]));
  const fresh = new Map(after.map((object) => [keyOf(object), object]));
  const changes = [
    ...after.flatMap((object) => changeOf(old.get(keyOf(object)), object)),
    ...before.filter((object) => !fresh.has(keyOf(object)) && object.isKept !== true).map(deletionOf),
  ];
  return changes.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function changeOf(old: TenantObject | undefined, fresh: TenantObject): ObjectChange[] {
  if (old === undefined) return [{ ...nameOf(fresh), action: "create", restart: false }];
  const isScaled = old.replicas === fresh.replicas || fresh.isAutoscaled === true;
  if (isScaled && isSame(old.content, fresh.content)) return [];
  return [{ ...nameOf(fresh), action: "update", restart: restarts(old, fresh) }];
}

/** Pods that are not there, or not to be there, are not replaced. */
function restarts(old: TenantObject, fresh: TenantObject): boolean {
  return old.replicas !== 0 && fresh.replicas !== 0 && !isSame(old.pods ?? null, fresh.pods ?? null);
}

const deletionOf = (object: TenantObject): ObjectChange => ({ ...nameOf(object), action: "delete", restart: false });

function nameOf({ apiVersion, kind, namespace, name }: TenantObject): Omit<ObjectChange, "action" | "restart"> {
  return { apiVersion, kind, namespace, name };
}

type Named = Pick<TenantObject, "apiVersion" | "kind" | "namespace" | "name">;

/** An object of another version of the same group is the same object. */
function keyOf({ apiVersion, kind, namespace, name }: Named): string {
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  return [group, kind, namespace ?? "", name].join("/");
}

const sortKey = ({ kind, namespace, name }: Named): string => [kind, namespace ?? "", name].join("/");

function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] =>
    member === undefined ? [] : [[name, sorted(member)]],
  );
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}
