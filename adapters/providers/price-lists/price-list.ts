import type { ClusterSpec } from "../../../contract/resources/cluster.ts";

type Tier = ClusterSpec["tier"];
/** A region: id, name, country, part of the world, and its price where it differs from the usual one. */
export type ListedRegion = readonly [
  id: string,
  name: string,
  country: string,
  geographicRegion: string,
  perGbMonth?: number,
];

/**
 * What a provider's public price list said on a day: list prices without tax or discounts, for people to compare,
 * not to bill by. Those of 2025-06-30 were entered offline. To renew one, read its source page and change prices,
 * regions, rate and day together.
 */
export type PriceList = Readonly<{
  id: string;
  name: string;
  tiers: readonly Tier[];
  /** The day the list was taken, ISO 8601. */
  takenOn: string;
  /** What one EUR was that day in the currency of the list. */
  perEur: number;
  /** The usual price of a GB of block storage a month, in the currency of the list. */
  perGbMonth: number;
  regions: readonly ListedRegion[];
}>;

/** Carries the tiers of a provider whose clusters are nobody's host. */
export const OWN_CLUSTER_TIERS: readonly Tier[] = ["dedicated", "production"];
/** The euro reference rate of the European Central Bank of 2025-06-30, in USD. */
export const USD_PER_EUR = 1.172;
