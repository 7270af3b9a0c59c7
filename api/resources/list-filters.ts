import type { ListFilter } from "../../adapters/postgres/resources/resource-reads.ts";
import type { FlagQuery } from "../../contract/rest/operation.ts";
import type { ListQuery } from "../http/cursor.ts";

/** The query members of a list that choose what is in it. */
type Choosing<Query> = Exclude<keyof Query, keyof ListQuery | keyof FlagQuery> & string;

type Filters<Query, Names extends Readonly<Record<Choosing<Query>, string>>> = Readonly<{
  [Member in Choosing<Query> as Names[Member]]?: Exclude<Query[Member], undefined>;
}>;

/** Derives the filters of a list from its query; a declared member that becomes none of them does not compile. */
export function toFilter<Query extends object, const Names extends Readonly<Record<Choosing<Query>, string>>>(
  query: Query,
  names: Names,
): Filters<Query, Names> {
  const sent = Object.entries(query).filter(([member, value]) => Object.hasOwn(names, member) && value !== undefined);
  const named = sent.map(([member, value]): [string, unknown] => [names[member as Choosing<Query>], value]);
  return Object.fromEntries(named) as Filters<Query, Names>;
}

/** Names the filters of lists of resources by their query members. */
export const RESOURCE_FILTERS = {
  organization_id: "organizationId",
  cluster_id: "clusterId",
  status: "status",
  provider: "provider",
  tier: "tier",
  engine: "engine",
  q: "namePrefix",
} as const satisfies Readonly<Record<string, keyof ListFilter>>;
