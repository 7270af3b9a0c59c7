import { CLUSTER_TIERS } from "../../../contract/resources/cluster.ts";
import type { PriceList } from "./price-list.ts";

/** Hetzner's list, for a platform without a token; https://www.hetzner.com/cloud (Volumes), in EUR. */
export const HETZNER: PriceList = {
  id: "hetzner",
  name: "Hetzner Cloud",
  tiers: CLUSTER_TIERS,
  takenOn: "2025-06-30",
  perEur: 1,
  perGbMonth: 0.044,
  regions: [
    ["fsn1", "Falkenstein", "DE", "eu-central"],
    ["nbg1", "Nuremberg", "DE", "eu-central"],
    ["hel1", "Helsinki", "FI", "eu-central"],
    ["ash", "Ashburn, VA", "US", "us-east"],
    ["hil", "Hillsboro, OR", "US", "us-west"],
    ["sin", "Singapore", "SG", "ap-southeast"],
  ],
};
