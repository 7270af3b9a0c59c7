import { CLUSTER_TIERS, type ClusterSpec } from "../../contract/resources/cluster.ts";

type Tier = ClusterSpec["tier"];
/** A region: id, name, country, part of the world, and its price where it differs from the usual one. */
type ListedRegion = readonly [id: string, name: string, country: string, geographicRegion: string, perGbMonth?: number];

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

/** The tiers of a provider whose clusters are nobody's host. */
const OWN_CLUSTER_TIERS: readonly Tier[] = ["dedicated", "production"];
/** The euro reference rate of the European Central Bank of 2025-06-30, in USD. */
const USD_PER_EUR = 1.172;

/** Lists what each provider asks, in the order in which providers are shown. */
export const PRICE_LISTS: readonly PriceList[] = [
  // Hetzner's list, for a platform without a token; https://www.hetzner.com/cloud (Volumes), in EUR.
  {
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
  },
  // Scaleway's list: Block Storage 5K, 0.000118 EUR an hour for 730 hours; https://www.scaleway.com/en/pricing/storage.
  {
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
  },
  // OVHcloud's list: high-speed volumes, in EUR; https://www.ovhcloud.com/en/public-cloud/prices (Block Storage).
  {
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
  },
  // DigitalOcean's list: volumes, in USD; https://www.digitalocean.com/pricing/volumes.
  {
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
  },
  // Google's list: balanced persistent disks, which GKE takes by default, in USD; https://cloud.google.com/compute/disks-image-pricing.
  {
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
  },
  // Amazon's list: EBS gp3 volumes, in USD; https://aws.amazon.com/ebs/pricing.
  {
    id: "eks",
    name: "Amazon EKS",
    tiers: OWN_CLUSTER_TIERS,
    takenOn: "2025-06-30",
    perEur: USD_PER_EUR,
    perGbMonth: 0.08,
    regions: [
      ["eu-central-1", "Frankfurt", "DE", "eu-central", 0.0952],
      ["eu-west-1", "Ireland", "IE", "eu-west", 0.088],
      ["eu-west-2", "London", "GB", "eu-west", 0.0928],
      ["eu-west-3", "Paris", "FR", "eu-west", 0.0928],
      ["eu-north-1", "Stockholm", "SE", "eu-north", 0.0836],
      ["us-east-1", "Northern Virginia", "US", "us-east"],
      ["us-east-2", "Ohio", "US", "us-east"],
      ["us-west-1", "Northern California", "US", "us-west", 0.096],
      ["us-west-2", "Oregon", "US", "us-west"],
      ["ca-central-1", "Montreal", "CA", "ca-east", 0.088],
      ["sa-east-1", "Sao Paulo", "BR", "sa-east", 0.152],
      ["ap-south-1", "Mumbai", "IN", "ap-south", 0.0912],
      ["ap-northeast-1", "Tokyo", "JP", "ap-northeast", 0.096],
      ["ap-northeast-2", "Seoul", "KR", "ap-northeast", 0.0912],
      ["ap-southeast-1", "Singapore", "SG", "ap-southeast", 0.096],
      ["ap-southeast-2", "Sydney", "AU", "au-southeast", 0.096],
    ],
  },
  /**
   * Microsoft's list: Standard SSD, which AKS takes by default, in USD; priced by size, so that this is the E10 disk
   * (9.60 for 128 GB) by the GB; https://azure.microsoft.com/en-us/pricing/details/managed-disks.
   */
  {
    id: "aks",
    name: "Azure Kubernetes Service",
    tiers: OWN_CLUSTER_TIERS,
    takenOn: "2025-06-30",
    perEur: USD_PER_EUR,
    perGbMonth: 0.075,
    regions: [
      ["westeurope", "Netherlands", "NL", "eu-west"],
      ["northeurope", "Ireland", "IE", "eu-west"],
      ["germanywestcentral", "Frankfurt", "DE", "eu-central"],
      ["francecentral", "Paris", "FR", "eu-west"],
      ["swedencentral", "Gavle", "SE", "eu-north"],
      ["uksouth", "London", "GB", "eu-west"],
      ["eastus", "Virginia", "US", "us-east"],
      ["eastus2", "Virginia 2", "US", "us-east"],
      ["centralus", "Iowa", "US", "us-central"],
      ["westus2", "Washington", "US", "us-west"],
      ["westus3", "Phoenix", "US", "us-west"],
      ["canadacentral", "Toronto", "CA", "ca-east"],
      ["southeastasia", "Singapore", "SG", "ap-southeast"],
      ["japaneast", "Tokyo", "JP", "ap-northeast"],
      ["australiaeast", "Sydney", "AU", "au-southeast"],
    ],
  },
];
