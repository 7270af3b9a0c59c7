import { refusedValue } from "../http/refused-value.ts";
import type { Provider, ProviderCatalog } from "./provider-catalog.ts";

/** Finds a provider that clusters can be created at; the refusal of another one names those that can be had. */
export function assertCreatable(providers: ProviderCatalog, id: string): Provider {
  const all = providers.list();
  const provider = all.find((one) => one.id === id);
  if (provider?.canCreateClusters === true) return provider;
  const possible = all.filter(({ canCreateClusters }) => canCreateClusters).map((one) => one.id);
  const why = provider === undefined ? "there is no such provider" : "no clusters can be created at this provider yet";
  const instead =
    possible.length === 0 ? "there is none that they can be created at" : `possible: ${possible.join(", ")}`;
  throw refusedValue(["body", "provider"], `${why}; ${instead}`);
}
