import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";

/** What the API server keeps for itself, and what only repeats the rest. */
const NOT_SHOWN = new Set([
  "metadata.managedFields",
  "metadata.resourceVersion",
  "metadata.generation",
  "metadata.uid",
  "metadata.creationTimestamp",
  "metadata.annotations.kubectl.kubernetes.io/last-applied-configuration",
  "status",
]);
/** The values of variables may be secrets of whoever set them. */
const MASKED = /\.env\[[^[\]]*\]\.value$/;
const VALUE_CHARACTERS_MAX = 120;
/** Items of a list are told apart by the first of these that they have. */
const ITEM_KEYS = ["name", "containerPort", "port", "mountPath", "key", "ip"];

/** Describes what would change on a live object, a line for each member. */
export function describeDifference(live: KubeObject, would: KubeObject): readonly string[] {
  return differ(live, would, "");
}

function differ(before: unknown, after: unknown, path: string): readonly string[] {
  if (NOT_SHOWN.has(path) || JSON.stringify(before) === JSON.stringify(after)) return [];
  const [old, fresh] = [membersOf(before), membersOf(after)];
  if (old === undefined || fresh === undefined) return lineOf(path, before, after);
  const names = [...new Set([...old.keys(), ...fresh.keys()])];
  return names.flatMap((name) => differ(old.get(name), fresh.get(name), joined(path, name)));
}

function joined(path: string, name: string): string {
  if (path === "") return name;
  return name.startsWith("[") ? `${path}${name}` : `${path}.${name}`;
}

/** Returns the members of a map, or the items of a list by what names them; undefined for everything else. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (Array.isArray(value)) return itemsOf(value);
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : undefined;
}

function itemsOf(items: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(items.map((item, index) => [`[${nameOf(item) ?? String(index)}]`, item]));
}

function nameOf(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  const members = item as Readonly<Record<string, unknown>>;
  const key = ITEM_KEYS.find((name) => members[name] !== undefined);
  return key === undefined ? undefined : String(members[key]);
}

function lineOf(path: string, before: unknown, after: unknown): readonly string[] {
  if (MASKED.test(path)) return [`${path}: changed`];
  if (before === undefined) return [`${path}: + ${shown(path, after)}`];
  if (after === undefined) return [`${path}: - ${shown(path, before)}`];
  return [`${path}: ${shown(path, before)} → ${shown(path, after)}`];
}

function shown(path: string, value: unknown): string {
  const text = JSON.stringify(/\.env(\[|$)/.test(path) ? withoutValues(value) : value);
  return text.length <= VALUE_CHARACTERS_MAX ? text : `${text.slice(0, VALUE_CHARACTERS_MAX - 1)}…`;
}

function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "value"));
}
