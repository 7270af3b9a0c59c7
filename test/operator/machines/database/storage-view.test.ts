import { expect } from "chai";
import { storageFault, tooSmall } from "../../../../operator/machines/database/storage-view.ts";

const GIBIBYTE = 2 ** 30;
const of = (gb: number) => ({ requestedBytes: gb * GIBIBYTE, storageClass: "fast" });

describe("The storage of a database", () => {
  it("is too small where one of its volumes is", () => {
    expect(tooSmall([of(20), of(10)], 20)).to.deep.equal(of(10));
    for (const claims of [[], [of(20)], [of(21)]]) expect(tooSmall(claims, 20)).to.equal(undefined);
  });

  it("says by whose doing it does not grow, and what can be done", () => {
    const remedy = "Have the class allow it (allowVolumeExpansion), or restore a backup: a new database has that size";
    expect(storageFault(of(10), 20)).to.deep.equal({
      health: "degraded",
      reason: "StorageCannotGrow",
      message: `Its volumes have 10 GB and cannot get 20: the cluster's storage class fast lets no volume grow. ${remedy}`,
    });
    const { message } = storageFault({ requestedBytes: 10 * GIBIBYTE, storageClass: undefined }, 20);
    expect(message).to.contain("cannot get 20: they were made without a storage class. ");
  });
});
