import { expect } from "chai";
import fc from "fast-check";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { ObjectStore } from "../../../operator/runtime/object-store.ts";

type Item = KubeObject & Readonly<{ tags: string[] }>;

describe("ObjectStore", () => {
  it("finds by index exactly what a search through all objects finds, after any changes", () => {
    const tag = fc.constantFrom("a", "b", "c");
    const change = fc.record({ name: fc.constantFrom("x", "y", "z"), tags: fc.option(fc.array(tag)) });
    const property = fc.property(fc.array(change), (changes) => {
      const store = new ObjectStore<Item>();
      store.addIndex("early", (item) => item.tags);
      for (const { name, tags } of changes) {
        if (tags === null) store.delete(name);
        else store.set(name, { metadata: { name }, tags });
      }
      store.addIndex("late", (item) => item.tags);
      for (const value of ["a", "b", "c"]) {
        const names = (items: Item[]): string[] => items.map((item) => item.metadata.name).sort();
        const expected = names(store.values().filter((item) => item.tags.includes(value)));
        expect(names(store.byIndex("early", value))).to.eql(expected);
        expect(names(store.byIndex("late", value))).to.eql(expected);
      }
    });
    fc.assert(property);
  });

  it("refuses an unknown index and a second one of the same name", () => {
    const store = new ObjectStore<Item>();
    store.addIndex("a", () => []);
    expect(() => store.addIndex("a", () => [])).to.throw("exists already");
    expect(() => store.byIndex("b", "x")).to.throw("No index b");
  });
});
