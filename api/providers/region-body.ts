import type { Region } from "./provider-catalog.ts";

/** Makes the body of a region. */
export function regionBody(region: Region): Record<string, unknown> {
  const { geographicRegion, serverTypes, ...members } = region;
  return { ...members, geographic_region: geographicRegion, server_types: serverTypes };
}
