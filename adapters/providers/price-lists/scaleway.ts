import { OWN_CLUSTER_TIERS, type PriceList } from "./price-list.ts";

/** Scaleway's list: Block Storage 5K, 0.000118 EUR an hour for 730 hours; https://www.scaleway.com/en/pricing/storage. */
export const SCALEWAY: PriceList = {
  id: "scaleway",
  name: "Scaleway",
  tiers: OWN_CLUSTER_TIERS,
  takenOn: "2025-06-30",
  perEur: 1,
  perGbMonth: 0.0861,
  regions: [
    ["fr-par", "Paris", "FR", "eu-west"],
    ["nl-ams", "Amsterdam", "NL", "eu-west"],
    ["pl-waw", "Warsaw", "PL", "eu-central"],
    ["it-mil", "Milan", "IT", "eu-south"],
  ],
};
