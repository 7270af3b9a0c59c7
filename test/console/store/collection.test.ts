import { expect } from "chai";
import fc from "fast-check";
import { Collection } from "../../../console/store/collection.ts";

type Row = Readonly<{ id: string; version: number }>;
const versions = (collection: Collection<Row>): Record<string, number> =>
  Object.fromEntries(collection.rows().map(({ id, version }) => [id, version]));

describe("A collection that is listed while it changes", () => {
  it("takes no page for newer than a change, and does not bring back what is gone", () => {
    const collection = new Collection<Row>();
    collection.begin();
    collection.change("a", { id: "a", version: 2 });
    collection.change("b", undefined);
    collection.page([
      { id: "a", version: 1 },
      { id: "b", version: 1 },
      { id: "c", version: 1 },
    ]);
    collection.end();
    expect(versions(collection)).to.deep.equal({ a: 2, c: 1 });
  });

  it("forgets by a new listing what was deleted while nobody listened", () => {
    const collection = new Collection<Row>();
    collection.begin();
    collection.page([{ id: "a", version: 1 }]);
    collection.end();
    collection.begin();
    collection.change("b", { id: "b", version: 1 });
    collection.page([]);
    collection.end();
    expect(versions(collection)).to.deep.equal({ b: 1 });
  });

  it("takes what was gone for new once it is listed anew", () => {
    const collection = new Collection<Row>();
    collection.begin();
    collection.page([{ id: "a", version: 1 }]);
    collection.end();
    collection.change("a", undefined);
    collection.change("b", { id: "b", version: 1 });
    collection.begin();
    collection.page([{ id: "a", version: 2 }]);
    collection.end();
    expect(versions(collection)).to.deep.equal({ a: 2 });
  });

  it("is what the gateway has, whenever pages and changes come", () => {
    const write = fc.record({ id: fc.constantFrom("a", "b", "c"), isDeleted: fc.boolean(), isBefore: fc.boolean() });
    fc.assert(
      fc.property(fc.array(write), (writes) => {
        const truth = new Map<string, Row>();
        const collection = new Collection<Row>();
        let version = 0;
        const apply = ({ id, isDeleted }: { id: string; isDeleted: boolean }): Row | undefined => {
          const row = isDeleted ? undefined : { id, version: ++version };
          if (row === undefined) truth.delete(id);
          else truth.set(id, row);
          return row;
        };
        for (const one of writes.filter(({ isBefore }) => isBefore)) apply(one);
        collection.begin();
        const page = [...truth.values()];
        for (const one of writes.filter(({ isBefore }) => !isBefore)) collection.change(one.id, apply(one));
        collection.page(page);
        collection.end();
        expect(versions(collection)).to.deep.equal(
          Object.fromEntries([...truth.values()].map((row) => [row.id, row.version])),
        );
      }),
    );
  });
});
