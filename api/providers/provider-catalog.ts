import type { ClusterSpec } from "../../contract/resources/cluster.ts";

/** Describes a cloud provider that clusters can be created at. */
export type Provider = Readonly<{ id: string; name: string; tiers: readonly ClusterSpec["tier"][] }>;
/** Describes a region of a provider. */
export type Region = Readonly<{
  id: string;
  name: string;
  country: string;
  geographicRegion: string;
  available: boolean;
  reason: string | null;
}>;
/** Describes a machine type of a provider. */
export type ServerType = Readonly<{
  id: string;
  cpu: number;
  memoryMb: number;
  pricePerMonth: string;
  available: boolean;
}>;

/** Says what block storage costs, in EUR as a decimal text, and how old that is. */
export type StoragePrice = Readonly<{
  perGbMonth: string;
  source: "api" | "static";
  fetchedAt: Date;
  isStale: boolean;
}>;

/** Knows what providers offer. */
export interface ProviderCatalog {
  list(): readonly Provider[];
  /** Lists the regions of a provider, at most a minute old; `isFresh` asks the provider now. */
  regions(provider: string, isFresh?: boolean): Promise<readonly Region[]>;
  serverTypes(provider: string, isFresh?: boolean): Promise<readonly ServerType[]>;
  /** Answers a price at most an hour old; while the provider fails, the last one, as stale. */
  storagePrice(provider: string): Promise<StoragePrice>;
}
