import type { ListFilter } from "../../adapters/postgres/resources/resource-reads.ts";
import type { FlagQuery } from "../../contract/rest/operation.ts";
import type { ListQuery } from "../http/cursor.ts";

type Unfiltering = keyof ListQuery | keyof FlagQuery;
/** The query members of a list that choose nothing of what is in it. */
const UNFILTERING: Readonly<Record<Unfiltering, true>> = {
  limit: true,
  cursor: true,
  count: true,
  dry_run: true,
  wait: true,
  wait_for: true,
};

/** The query members of a list that choose what is in it. */
type Choosing<Query> = Exclude<keyof Query, Unfiltering> & string;
type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : S;
type Filters<Query> = Readonly<{
  [Member in Choosing<Query> as CamelName<Member>]?: Exclude<Query[Member], undefined>;
}>;
type Unread<Query, Filter> = Exclude<CamelName<Choosing<Query>>, keyof Filter>;
/** Asks for a member that no query has while one of the query's own becomes no filter. */
type AllRead<Query, Filter> = [Unread<Query, Filter>] extends [never]
  ? unknown
  : Readonly<{ becomesNoFilter: Unread<Query, Filter> }>;

/** Makes what derives the filters of a list from its query: a declared member that is none of them does not compile. */
export function filtersOf<Filter extends object>(): <Query extends object>(
  query: Query & AllRead<Query, Filter>,
) => Filters<Query> {
  return (query) => {
    const sent = Object.entries(query).filter(
      ([member, value]) => !Object.hasOwn(UNFILTERING, member) && value !== undefined,
    );
    return Object.fromEntries(sent.map(([member, value]): [string, unknown] => [camelName(member), value])) as never;
  };
}

/** Derives the filters of a list of resources from its query. */
export const toFilter = filtersOf<Omit<ListFilter, "kind">>();

function camelName(member: string): string {
  return member.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
