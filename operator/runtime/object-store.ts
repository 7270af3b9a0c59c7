import type { KubeObject, Ref } from "../../adapters/kubernetes/kube-object.ts";

/** Maps an object to the values that it is found by. */
export type IndexFunction<T> = (object: T) => readonly string[];

type Index<T> = Readonly<{ valuesOf: IndexFunction<T>; keys: Map<string, Set<string>> }>;

/** Returns the key of an object or reference: `namespace/name`, or the name alone. */
export function keyOf(object: Readonly<{ metadata: Ref }>): string {
  const { name, namespace } = object.metadata;
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Keeps objects by key, and by index values that are kept up with each change. */
export class ObjectStore<T extends KubeObject> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, Index<T>>();

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  keys(): string[] {
    return [...this.#objects.keys()];
  }

  values(): T[] {
    return [...this.#objects.values()];
  }

  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    if (this.#indexes.has(name)) throw new Error(`Index ${name} exists already`);
    const index: Index<T> = { valuesOf, keys: new Map() };
    this.#indexes.set(name, index);
    for (const [key, object] of this.#objects) enter(index, key, object);
  }

  byIndex(name: string, value: string): T[] {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new Error(`No index ${name}`);
    return [...(index.keys.get(value) ?? [])].flatMap((key) => this.#objects.get(key) ?? []);
  }

  set(key: string, object: T): void {
    this.#leaveIndexes(key);
    this.#objects.set(key, object);
    for (const index of this.#indexes.values()) enter(index, key, object);
  }

  delete(key: string): void {
    this.#leaveIndexes(key);
    this.#objects.delete(key);
  }

  #leaveIndexes(key: string): void {
    const previous = this.#objects.get(key);
    if (previous === undefined) return;
    for (const index of this.#indexes.values()) {
      for (const value of index.valuesOf(previous)) {
        const keys = index.keys.get(value);
        keys?.delete(key);
        if (keys?.size === 0) index.keys.delete(value);
      }
    }
  }
}

function enter<T>(index: Index<T>, key: string, object: T): void {
  for (const value of index.valuesOf(object)) {
    const keys = index.keys.get(value);
    if (keys === undefined) index.keys.set(value, new Set([key]));
    else keys.add(key);
  }
}
