import { OWN_CLUSTER_TIERS, USD_PER_EUR, type PriceList } from "./price-list.ts";

/** Amazon's list: EBS gp3 volumes, in USD; https://aws.amazon.com/ebs/pricing. */
export const EKS: PriceList = {
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
};
