import type { Output } from "../../../client/operation-types.ts";
import type { Named } from "../../view/named.ts";
import { berth } from "../../store/berth.ts";
import { may } from "../../store/may.ts";
import { ownership } from "../../store/session.ts";
import { useReadList } from "../../store/use-read.ts";
import { sayServerType } from "../../view/cluster-price.ts";
import type { Problem } from "../../view/problem.ts";

type Offers = Readonly<{
  /** The values that fields can have, by what was chosen so far. */
  named: Readonly<Record<string, readonly Named[]>>;
  serverTypes: Readonly<Output<"listServerTypes">["server_types"]>;
  estimates: Readonly<Output<"getEstimatedTimes">["estimates"]>;
  /** The chosen region's place, by which times are told. */
  place: string;
  problem: Problem | undefined;
}>;

type Chosen = Readonly<Record<string, string>>;

/** Asks what can be had: providers, then the chosen one's regions and machines, with prices and times. */
export function useClusterOffers({ provider = "", region = "", tier = "" }: Chosen): Offers {
  const place = region === "" ? "" : provider;
  const providers = useReadList("all", async (signal) => (await berth.listProviders({}, { signal })).providers);
  const regions = useReadList(
    provider,
    async (signal) => (await berth.listRegions({ path: { provider } }, { signal })).regions,
  );
  const types = useReadList(
    `${place} ${region}`.trim(),
    async (signal) => (await berth.listServerTypes({ path: { provider }, query: { region } }, { signal })).server_types,
  );
  const times = useReadList(
    provider,
    async (signal) => (await berth.getEstimatedTimes({ query: { provider } }, { signal })).estimates,
  );
  const accounts = useReadList(
    may("listCloudCredentials") ? "mine" : "",
    async (signal) => (await berth.listCloudCredentials({ query: ownership.value }, { signal })).cloud_credentials,
  );
  const offered = providers.items.filter(({ can_create_clusters: can }) => can);
  return {
    serverTypes: types.items,
    estimates: times.items,
    place: placeOf(regions.items, region),
    problem: providers.problem ?? regions.problem ?? types.problem,
    named: {
      provider: offered.map(({ id, name, ...state }) => choice(id, name, state)),
      region: regions.items.map(({ id, name, ...state }) => choice(id, `${name} (${id})`, state)),
      tier: tiersOf(offered, provider),
      server_type: tier === "shared" ? [] : types.items.map(machine),
      cloud_credential_id: accounts.items.map(({ id, name }) => choice(id, name)),
    },
  };
}

function placeOf(regions: readonly Readonly<{ id: string; geographic_region: string }>[], region: string): string {
  return regions.find(({ id }) => id === region)?.geographic_region ?? "";
}

function machine(one: Parameters<typeof sayServerType>[0]): Named {
  return { value: one.id, name: sayServerType(one), isOff: !one.available };
}

type State = Readonly<{ available: boolean; reason: string | null }>;

function choice(value: string, name: string, { available, reason }: State = { available: true, reason: null }): Named {
  return available ? { value, name } : { value, name: `${name}: ${reason ?? "not available"}`, isOff: true };
}

const TIERS: Readonly<Record<string, string>> = {
  shared: "Shared: a virtual cluster on a host, there within a minute",
  dedicated: "Dedicated: nodes of its own, one control plane",
  production: "Production: nodes of its own, three control planes",
};

function tiersOf(
  providers: readonly Readonly<{ id: string; tiers: readonly string[] }>[],
  provider: string,
): readonly Named[] {
  const known = providers.find(({ id }) => id === provider)?.tiers ?? Object.keys(TIERS);
  return known.map((tier) => ({ value: tier, name: TIERS[tier] ?? tier }));
}
