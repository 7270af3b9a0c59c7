import type { CreationTime } from "../../adapters/postgres/resources/creation-times.ts";
import type { ClusterSpec } from "../../contract/resources/cluster.ts";

/** Something that can be created, and where. */
export type Offer = Readonly<{
  provider: string;
  tier: ClusterSpec["tier"];
  geographicRegion: string;
  regions: readonly string[];
}>;
/** How long a creation is likely to take. */
type Estimate = Readonly<{
  provider: string;
  tier: ClusterSpec["tier"];
  geographic_region: string;
  p50_seconds: number;
  p90_seconds: number;
  samples: number;
}>;

/** What is said as long as nothing was measured. */
const DEFAULTS: Readonly<Record<ClusterSpec["tier"], Readonly<{ p50: number; p90: number }>>> = {
  shared: { p50: 60, p90: 180 },
  dedicated: { p50: 300, p90: 600 },
  production: { p50: 480, p90: 900 },
};

/** Estimates creations by what was measured of the same offer; nearest rank, in whole seconds. */
export function estimateTimes(offers: readonly Offer[], measured: readonly CreationTime[]): Estimate[] {
  return offers.map(({ provider, tier, geographicRegion, regions }) => {
    const seconds = measured
      .filter((one) => one.provider === provider && one.tier === tier && regions.includes(one.region))
      .map((one) => one.seconds)
      .sort((left, right) => left - right);
    const rank = (share: number, fallback: number): number =>
      Math.ceil(seconds[Math.ceil(seconds.length * share) - 1] ?? fallback);
    const { p50, p90 } = DEFAULTS[tier];
    return {
      provider,
      tier,
      geographic_region: geographicRegion,
      p50_seconds: rank(0.5, p50),
      p90_seconds: rank(0.9, p90),
      samples: seconds.length,
    };
  });
}
