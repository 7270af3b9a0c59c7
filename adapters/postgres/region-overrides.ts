import type { PrismaClient } from "./generated/client.ts";

/** Knows the regions that platform admins have disabled. */
export interface RegionOverrides {
  /** Maps the ids of a provider's disabled regions to the reason. */
  disabledRegions(provider: string): Promise<ReadonlyMap<string, string>>;
}

/** Creates the reader of disabled regions. */
export function createRegionOverrides(prisma: PrismaClient): RegionOverrides {
  return {
    async disabledRegions(provider) {
      const rows = await prisma.regionOverride.findMany({ where: { provider, enabled: false } });
      return new Map(rows.map(({ region, reason }) => [region, reason ?? "Disabled by the platform"]));
    },
  };
}
