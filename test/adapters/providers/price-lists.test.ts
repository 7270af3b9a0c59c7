import { expect } from "chai";
import { PRICE_LISTS, type PriceList } from "../../../adapters/providers/price-lists.ts";

/** Names what is wrong with a list. */
function faultsOf({ regions, takenOn, perEur, perGbMonth }: PriceList): string[] {
  const faults: string[] = [];
  const prices = [perGbMonth, ...regions.flatMap(([, , , , price]) => price ?? [])];
  if (new Set(regions.map(([id]) => id)).size !== regions.length || regions.length === 0) faults.push("regions");
  if (!regions.every(([, , country]) => /^[A-Z]{2}$/.test(country))) faults.push("country");
  if (!regions.every(([, , , part]) => /^(eu|us|ca|sa|ap|au)-[a-z]+$/.test(part))) faults.push("part of the world");
  if (!(Date.parse(takenOn) <= Date.now()) || !/^\d{4}-\d\d-\d\d$/.test(takenOn)) faults.push("day");
  if (perEur < 0.5 || perEur > 2) faults.push("rate");
  if (!prices.every((price) => price >= 0.01 && price <= 0.5)) faults.push("price");
  return faults;
}

describe("price lists", () => {
  for (const list of PRICE_LISTS)
    it(`of ${list.id} hold what they must`, () => expect(faultsOf(list)).to.deep.equal([]));

  it("that are wrong are noticed", () => {
    const [some] = PRICE_LISTS;
    const first = some!.regions[0]!;
    const wrong: PriceList = { ...some!, takenOn: "2999-01-01", perEur: 0, perGbMonth: 8, regions: [first, first] };
    expect(faultsOf(wrong)).to.deep.equal(["regions", "day", "rate", "price"]);
    const place: PriceList = { ...some!, regions: [["a", "A", "Germany", "Europe"]] };
    expect(faultsOf(place)).to.deep.equal(["country", "part of the world"]);
  });
});
