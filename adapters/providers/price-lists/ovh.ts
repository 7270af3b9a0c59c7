import { OWN_CLUSTER_TIERS, type PriceList } from "./price-list.ts";

/** OVHcloud's list: high-speed volumes, in EUR; https://www.ovhcloud.com/en/public-cloud/prices (Block Storage). */
export const OVH: PriceList = {
  id: "ovh",
  name: "OVHcloud",
  tiers: OWN_CLUSTER_TIERS,
  takenOn: "2025-06-30",
  perEur: 1,
  perGbMonth: 0.08,
  regions: [
    ["GRA11", "Gravelines", "FR", "eu-west"],
    ["SBG5", "Strasbourg", "FR", "eu-west"],
    ["EU-WEST-PAR", "Paris", "FR", "eu-west"],
    ["DE1", "Limburg", "DE", "eu-central"],
    ["WAW1", "Warsaw", "PL", "eu-central"],
    ["UK1", "London", "GB", "eu-west"],
    ["BHS5", "Beauharnois", "CA", "ca-east"],
    ["SGP1", "Singapore", "SG", "ap-southeast"],
    ["SYD1", "Sydney", "AU", "au-southeast"],
  ],
};
