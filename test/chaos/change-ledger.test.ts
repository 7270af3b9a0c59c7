import { expect } from "chai";
import { ChangeLedger, type Change, type Held } from "../support/chaos/change-ledger.ts";

const creation: Change = { name: "shop", kind: "create", members: { round: "1" } };
const change = (round: string): Change => ({ name: "shop", kind: "set", members: { round } });
const held = (round: string, version: number): Held => ({ name: "shop", members: { round }, version });

describe("The ledger of changes", () => {
  let ledger: ChangeLedger;
  beforeEach(() => {
    ledger = new ChangeLedger();
    ledger.note(creation, { kind: "accepted", version: 1 });
    ledger.note(change("2"), { kind: "accepted", version: 2 });
  });

  it("is content with what was accepted last, and with an unanswered change that happened or did not", () => {
    expect(ledger.check([held("2", 2)])).to.deep.equal([]);
    ledger.note(change("3"), { kind: "refused", why: "409" });
    ledger.note(change("4"), { kind: "unanswered" });
    expect(ledger.check([held("2", 2)])).to.deep.equal([]);
    expect(ledger.check([held("4", 3)])).to.deep.equal([]);
    ledger.note({ name: "shop", kind: "delete", members: {} }, { kind: "unanswered" });
    expect(ledger.check([])).to.deep.equal([]);
  });

  it("tells a lost change, a refused one that happened and an unanswered one that came late (known bad)", () => {
    expect(ledger.check([held("1", 2)])).to.have.length(1);
    ledger.note(change("3"), { kind: "refused", why: "409" });
    expect(ledger.check([held("3", 3)])).to.have.length(1);
    ledger.note(change("4"), { kind: "unanswered" });
    ledger.note(change("5"), { kind: "accepted", version: 5 });
    expect(ledger.check([held("4", 6)])).to.have.length(1);
  });

  it("tells a lost creation, a lost deletion, a double and a stranger (known bad)", () => {
    expect(ledger.check([])).to.deep.equal(["the accepted creation of shop is lost"]);
    expect(ledger.check([held("2", 2), held("2", 2)])).to.deep.equal(["shop is there twice"]);
    expect(ledger.check([held("2", 2), { ...held("2", 2), name: "other" }])).to.deep.equal(["nobody asked for other"]);
    ledger.note({ name: "shop", kind: "delete", members: {} }, { kind: "accepted" });
    expect(ledger.check([held("2", 2)])).to.deep.equal(["the accepted deletion of shop is lost"]);
  });

  it("tells versions that go back or stand still (known bad)", () => {
    expect(ledger.check([held("2", 1)])).to.deep.equal(["shop went back from version 2 to 1"]);
    ledger.note(change("3"), { kind: "accepted", version: 2 });
    expect(ledger.check([held("3", 2)])).to.have.length(1);
  });
});
