import { expect } from "chai";
import { AKS } from "../../../../adapters/providers/price-lists/aks.ts";
import { DIGITALOCEAN } from "../../../../adapters/providers/price-lists/digitalocean.ts";
import { EKS } from "../../../../adapters/providers/price-lists/eks.ts";
import { GKE } from "../../../../adapters/providers/price-lists/gke.ts";
import { HETZNER } from "../../../../adapters/providers/price-lists/hetzner.ts";
import { OVH } from "../../../../adapters/providers/price-lists/ovh.ts";
import type { PriceList } from "../../../../adapters/providers/price-lists/price-list.ts";
import { SCALEWAY } from "../../../../adapters/providers/price-lists/scaleway.ts";

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
  for (const list of [HETZNER, SCALEWAY, OVH, DIGITALOCEAN, GKE, EKS, AKS])
    it(`of ${list.id} hold what they must`, () => expect(faultsOf(list)).to.deep.equal([]));

  it("that are wrong are noticed", () => {
    const [first = ["a", "A", "DE", "eu-west"]] = EKS.regions;
    const wrong: PriceList = { ...EKS, takenOn: "2999-01-01", perEur: 0, perGbMonth: 8, regions: [first, first] };
    expect(faultsOf(wrong)).to.deep.equal(["regions", "day", "rate", "price"]);
    const place: PriceList = { ...EKS, regions: [["a", "A", "Germany", "Europe"]] };
    expect(faultsOf(place)).to.deep.equal(["country", "part of the world"]);
  });
});
