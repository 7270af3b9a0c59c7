import type { Region } from "./provider-catalog.ts";

/** Makes the body of a region; `inStock` are the machine types there, null when nobody asked. */
export function regionBody(region: Region, inStock: readonly string[] | null): Record<string, unknown> {
  const { geographicRegion, ...members } = region;
  return { ...members, geographic_region: geographicRegion, server_types: region.available ? inStock : inStock && [] };
}
