import { OWN_CLUSTER_TIERS, USD_PER_EUR, type PriceList } from "./price-list.ts";

/**
 * Microsoft's list: Standard SSD, which AKS takes by default, in USD; priced by size, so that this is the E10 disk
 * (9.60 for 128 GB) by the GB; https://azure.microsoft.com/en-us/pricing/details/managed-disks.
 */
export const AKS: PriceList = {
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
};
