import type { PrismaClient } from "../generated/client.ts";
import type { Queryable } from "../queryable.ts";

/** Knows the regions that platform admins have disabled. */
export interface RegionOverrides {
  /** Maps the ids of a provider's disabled regions to the reason. */
  disabledRegions(provider: string): Promise<ReadonlyMap<string, string>>;
}

/** Disables or enables a region; the newest word stands. */
export async function setRegionOverride(
  db: Queryable,
  {
    provider,
    region,
    enabled,
    reason,
  }: Readonly<{ provider: string; region: string; enabled: boolean; reason: string | null }>,
): Promise<void> {
  await db.query(
    `INSERT INTO region_overrides (provider, region, enabled, reason) VALUES ($1, $2, $3, $4)
      ON CONFLICT (provider, region) DO UPDATE SET enabled = $3, reason = $4, updated_at = now()`,
    [provider, region, enabled, reason],
  );
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
