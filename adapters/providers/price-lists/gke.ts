import { OWN_CLUSTER_TIERS, USD_PER_EUR, type PriceList } from "./price-list.ts";

/** Google's list: balanced persistent disks, which GKE takes by default, in USD; https://cloud.google.com/compute/disks-image-pricing. */
export const GKE: PriceList = {
  id: "gke",
  name: "Google Kubernetes Engine",
  tiers: OWN_CLUSTER_TIERS,
  takenOn: "2025-06-30",
  perEur: USD_PER_EUR,
  perGbMonth: 0.1,
  regions: [
    ["europe-west1", "Belgium", "BE", "eu-west"],
    ["europe-west2", "London", "GB", "eu-west", 0.12],
    ["europe-west3", "Frankfurt", "DE", "eu-central", 0.12],
    ["europe-west4", "Netherlands", "NL", "eu-west", 0.11],
    ["europe-west6", "Zurich", "CH", "eu-central", 0.13],
    ["europe-north1", "Finland", "FI", "eu-north", 0.11],
    ["us-central1", "Iowa", "US", "us-central"],
    ["us-east1", "South Carolina", "US", "us-east"],
    ["us-east4", "Northern Virginia", "US", "us-east", 0.11],
    ["us-west1", "Oregon", "US", "us-west"],
    ["us-west2", "Los Angeles", "US", "us-west", 0.12],
    ["us-west3", "Salt Lake City", "US", "us-west", 0.12],
    ["us-west4", "Las Vegas", "US", "us-west", 0.11],
    ["northamerica-northeast1", "Montreal", "CA", "ca-east", 0.11],
    ["southamerica-east1", "Sao Paulo", "BR", "sa-east", 0.15],
    ["asia-east1", "Taiwan", "TW", "ap-east"],
    ["asia-northeast1", "Tokyo", "JP", "ap-northeast", 0.13],
    ["asia-south1", "Mumbai", "IN", "ap-south", 0.12],
    ["asia-southeast1", "Singapore", "SG", "ap-southeast", 0.11],
    ["australia-southeast1", "Sydney", "AU", "au-southeast", 0.135],
  ],
};
