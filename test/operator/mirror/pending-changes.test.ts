import { expect } from "chai";
import { PendingChanges, type PendingChange } from "../../../operator/mirror/pending-changes.ts";

function changeOf(namespace: string, name: string): PendingChange {
  const object = { metadata: { namespace, name, uid: `${namespace}-${name}` } };
  return { kind: "Deployment", object, isDeleted: false, isListed: false, sinceMs: 0 };
}

const namesOf = (changes: readonly PendingChange[]): string[] =>
  changes.map(({ object }) => `${object.metadata.namespace ?? ""}/${object.metadata.name}`);

describe("PendingChanges", () => {
  it("have one change of an organization in the next batch, however many of another wait", () => {
    const pending = new PendingChanges();
    for (let index = 0; index < 5_000; index += 1) pending.put(changeOf("org-a", `d${index}`));
    pending.put(changeOf("org-b", "shop"));
    const batch = pending.take(500);
    expect(namesOf(batch).slice(0, 3)).to.eql(["org-a/d0", "org-b/shop", "org-a/d1"]);
    expect([batch.length, pending.size]).to.eql([500, 4_501]);
    pending.giveBack(batch);
    expect(namesOf(pending.take(2))).to.eql(["org-a/d0", "org-b/shop"]);
    expect(pending.take(10_000)).to.have.length(4_999);
    expect(pending.take(1)).to.eql([]);
  });
});
