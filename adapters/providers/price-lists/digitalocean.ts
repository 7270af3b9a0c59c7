import { OWN_CLUSTER_TIERS, USD_PER_EUR, type PriceList } from "./price-list.ts";

/** DigitalOcean's list: volumes, in USD; https://www.digitalocean.com/pricing/volumes. */
export const DIGITALOCEAN: PriceList = {
  id: "digitalocean",
  name: "DigitalOcean",
  tiers: OWN_CLUSTER_TIERS,
  takenOn: "2025-06-30",
  perEur: USD_PER_EUR,
  perGbMonth: 0.1,
  regions: [
    ["ams3", "Amsterdam", "NL", "eu-west"],
    ["fra1", "Frankfurt", "DE", "eu-central"],
    ["lon1", "London", "GB", "eu-west"],
    ["nyc1", "New York 1", "US", "us-east"],
    ["nyc2", "New York 2", "US", "us-east"],
    ["nyc3", "New York 3", "US", "us-east"],
    ["atl1", "Atlanta", "US", "us-east"],
    ["sfo2", "San Francisco 2", "US", "us-west"],
    ["sfo3", "San Francisco 3", "US", "us-west"],
    ["tor1", "Toronto", "CA", "ca-east"],
    ["blr1", "Bangalore", "IN", "ap-south"],
    ["sgp1", "Singapore", "SG", "ap-southeast"],
    ["syd1", "Sydney", "AU", "au-southeast"],
  ],
};
