import { copyJson } from "./copy-json.ts";

type Json = Record<string, unknown>;

/** One step of RFC 6902; `copy` and `move` are not used here. */
export type JsonPatchStep = Readonly<{ op: "add" | "remove" | "replace" | "test"; path: string; value?: unknown }>;

/** Applies an RFC 7386 merge patch and returns a new value. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return copyJson(patch);
  const result: Json = isRecord(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, name);
    else if (value !== undefined) result[name] = mergePatch(result[name], value);
  }
  return result;
}

/** Applies an RFC 6902 patch and returns a new value, which shares what no step touches; throws a RangeError when a step does not fit. */
export function jsonPatch(target: unknown, steps: readonly JsonPatchStep[]): unknown {
  const root = { value: target };
  for (const step of steps) applyStep(root, step);
  return root.value;
}

function applyStep(root: Json, step: JsonPatchStep): void {
  const parts = [
    "value",
    ...step.path
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")),
  ];
  const last = parts.pop() ?? "";
  const parent = parts.reduce<unknown>((at, part) => ownMember(at, part), root);
  if (!isContainer(parent)) throw new RangeError(`No parent of ${step.path}`);
  const exists = last in parent;
  if (step.op !== "add" && step.op !== "test" && !exists) throw new RangeError(`Nothing at ${step.path}`);
  if (step.op === "test") assertEqual(parent[last], step.value);
  else if (Array.isArray(parent)) changeArray(parent, last, step);
  else if (step.op === "remove") Reflect.deleteProperty(parent, last);
  else parent[last] = copyJson(step.value);
}

/** Answers a member that may be changed: a copy, one level deep, put where it was. */
function ownMember(at: unknown, part: string): unknown {
  if (!isContainer(at)) return undefined;
  const member = at[part];
  if (isContainer(member)) at[part] = Array.isArray(member) ? [...(member as unknown[])] : { ...member };
  return at[part];
}

function changeArray(array: unknown[], last: string, step: JsonPatchStep): void {
  const index = last === "-" ? array.length : Number(last);
  if (step.op === "remove") array.splice(index, 1);
  else array.splice(index, step.op === "add" ? 0 : 1, copyJson(step.value));
}

function assertEqual(actual: unknown, expected: unknown): void {
  if (!isEqualJson(actual, expected)) throw new RangeError("A test failed");
}

/** Compares JSON values in any order of their members; absent and null are alike, as in the API server's test. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  return isSame(a ?? null, b ?? null);
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && hasSameItems(a, b);
  return isRecord(a) && isRecord(b) && hasSameMembers(a, b);
}

function hasSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => isEqualJson(item, b[index]));
}

/** A member that is undefined is not there. */
function hasSameMembers(a: Json, b: Json): boolean {
  const [names, others] = [a, b].map((one) => Object.keys(one).filter((name) => one[name] !== undefined));
  if (names?.length !== others?.length) return false;
  return names?.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name])) ?? false;
}

function isContainer(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

function isRecord(value: unknown): value is Json {
  return isContainer(value) && !Array.isArray(value);
}
