import { clusterActions } from "./cluster-actions.ts";
import { databaseActions } from "./database-actions.ts";
import { deploymentActions } from "./deployment-actions.ts";
import type { OfferedAction } from "./offered-action.ts";

/** A way to somewhere: a page, a resource, or something that is done to one. */
export type Way = Readonly<{ key: string; name: string; kind: string; href: string }>;

/** A resource as it is found; `actions` are asked for of what was found only. */
export type Findable = Readonly<{
  id: string;
  name: string;
  kind: string;
  href: string;
  actions: () => readonly OfferedAction[];
}>;

type Rows = Readonly<{
  deployments: readonly (Readonly<{ id: string; name: string }> & Parameters<typeof deploymentActions>[0])[];
  clusters: readonly (Readonly<{ id: string; name: string }> & Parameters<typeof clusterActions>[0])[];
  databases: readonly (Readonly<{ id: string; name: string }> & Parameters<typeof databaseActions>[0])[];
}>;

const SHOWN_MAX = 12;
/** Of so many resources the actions are offered too. */
const ACTED_MAX = 3;

/** Makes of an organization's lists what can be found. */
export function findables({ deployments, clusters, databases }: Rows): readonly Findable[] {
  return [
    ...deployments.map((row) => ({
      ...named(row, "Deployment", "/deployments"),
      actions: () => deploymentActions(row),
    })),
    ...clusters.map((row) => ({ ...named(row, "Cluster", "/clusters"), actions: () => clusterActions(row) })),
    ...databases.map((row) => ({ ...named(row, "Database", "/databases"), actions: () => databaseActions(row) })),
  ];
}

/** Finds the ways whose text has all the words that were typed: resources, what can be done to them ("stop shop"), pages. */
export function findWays(
  typed: string,
  { pages, resources }: Readonly<{ pages: readonly Way[]; resources: readonly Findable[] }>,
  may: (action: OfferedAction) => boolean,
): readonly Way[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string, some: readonly string[]): boolean =>
    some.every((word) => text.toLowerCase().includes(word));
  if (words.length === 0) return pages.slice(0, SHOWN_MAX);
  const found = resources.filter(({ name, kind }) => has(`${name} ${kind}`, words));
  const acted = resources.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)));
  const ways = [
    ...pages.filter(({ name }) => has(name, words)),
    ...found.slice(0, SHOWN_MAX).map(({ id, name, kind, href }) => ({ key: id, name, kind, href })),
    ...acted.slice(0, SHOWN_MAX).flatMap((one, index) =>
      one
        .actions()
        .filter(
          (action) =>
            may(action) && has(`${action.name} ${one.name}`, words) && (found.length <= ACTED_MAX || index < ACTED_MAX),
        )
        .map((action) => wayOf(one, action)),
    ),
  ];
  return ways.slice(0, SHOWN_MAX);
}

function named(
  { id, name }: Readonly<{ id: string; name: string }>,
  kind: string,
  base: string,
): Omit<Findable, "actions"> {
  return { id, name, kind, href: `${base}/${id}` };
}

function wayOf({ id, name, href }: Findable, { id: action, name: verb, page }: OfferedAction): Way {
  const to = page === undefined ? `${href}?do=${action}` : `${href}/${page}`;
  return { key: `${id} ${action}`, name: `${verb}: ${name}`, kind: "Action", href: to };
}
