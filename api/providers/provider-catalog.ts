import type { ClusterSpec } from "../../contract/resources/cluster.ts";

/** A cloud provider. */
export type Provider = Readonly<{
  id: string;
  name: string;
  tiers: readonly ClusterSpec["tier"][];
  available: boolean;
  /** Why it is not available. */
  reason: string | null;
  /** Whether there is a provisioner for it. */
  canCreateClusters: boolean;
}>;
/** A region of a provider. */
export type Region = Readonly<{
  id: string;
  name: string;
  country: string;
  geographicRegion: string;
  available: boolean;
  reason: string | null;
  /** What is in stock there; null when nobody asked. */
  serverTypes: readonly string[] | null;
}>;
type Offer = Readonly<{ pricePerMonth: string; available: boolean }>;
/** A machine type of a provider; without a region it is available where any region has it, from the lowest price. */
export type ServerType = Offer &
  Readonly<{
    id: string;
    cpu: number;
    memoryMb: number;
    /** What each region offers; null when all offer the same. */
    regions: ReadonlyMap<string, Offer> | null;
  }>;

/** What block storage costs, in EUR as a decimal text, and how old that is. */
type StoragePrice = Readonly<{
  perGbMonth: string;
  source: "api" | "static";
  fetchedAt: Date;
  isStale: boolean;
}>;
/** Regions with what was in stock there at a time. */
type CheckedRegions = Readonly<{ regions: readonly Region[]; checkedAt: Date }>;

/** Knows what one provider offers. */
export interface ProviderSource {
  readonly about: Provider;
  regions(): Promise<readonly Region[]>;
  /** Asks the provider now; only where it can be asked. */
  checkRegions?(): Promise<CheckedRegions>;
  serverTypes(): Promise<readonly ServerType[]>;
  storagePrice(region?: string): Promise<StoragePrice>;
}

/** Knows what providers offer; a provider that there is not is a 404. */
export interface ProviderCatalog {
  list(): readonly Provider[];
  /** Lists the regions of a provider; those that the platform disabled as unavailable. */
  regions(provider: string): Promise<readonly Region[]>;
  /** Lists them with what is in stock there now; `checkedAt` is null for a provider that nobody can ask. */
  checkRegions(provider: string): Promise<CheckedRegions | Readonly<{ regions: readonly Region[]; checkedAt: null }>>;
  /** Lists the machine types of a provider, or only what one region offers. */
  serverTypes(provider: string, region?: string): Promise<readonly ServerType[]>;
  /** Answers a price at most an hour old; while the provider fails, the last one, as stale. */
  storagePrice(provider: string, region?: string): Promise<StoragePrice>;
}
