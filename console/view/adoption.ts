import type { Input, Output } from "../../client/operation-types.ts";

type Found = Output<"listClusterWorkloads">["workloads"][number];
type Told = Output<"importWorkloads">;
/** An item of an import. */
export type ImportItem = Input<"importWorkloads">["body"]["workloads"][number];
/** What an import of several would do, as one plan. */
export type ImportPlan = NonNullable<Told["imported"][number]["plan"]>;

/** The name of the control that has a found workload's new name. */
export const NAME_OF = "as:";

/** Names a found workload on its cluster. */
export function foundKey({ namespace, kind, name }: Pick<Found, "namespace" | "kind" | "name">): string {
  return `${namespace}/${kind}/${name}`;
}

/** Takes what a form has ticked, one a line. */
export function tickedOf({ take = "" }: Readonly<Record<string, string>>): ReadonlySet<string> {
  return new Set(take.split("\n").filter(Boolean));
}

/** Makes the items of an import of what was ticked, by the names that were given. */
export function importItems(found: readonly Found[], values: Readonly<Record<string, string>>): ImportItem[] {
  const ticked = tickedOf(values);
  return found.flatMap((one) => {
    const item = one.import_item;
    const key = foundKey(one);
    if (item === null || !ticked.has(key)) return [];
    const given = (values[`${NAME_OF}${key}`] ?? "").trim();
    return [given === "" || given === item.name ? item : { ...item, display_name: given }];
  });
}

/** Leaves out what an import would refuse, so that a plan and its deed are of the same. */
export function acceptedItems(items: readonly ImportItem[], { failed }: Told): ImportItem[] {
  const refused = new Set(failed.map(({ index }) => index));
  return items.filter((_item, index) => !refused.has(index));
}

type Failure = Readonly<{ index: number; error: string }>;

/** Reads of a refused request which of its items were wrong. */
export function failuresOf(error: unknown): readonly Failure[] {
  const { faults = [] } = error as Readonly<{ faults?: readonly Readonly<{ loc: readonly unknown[]; msg: string }>[] }>;
  return faults.flatMap(({ loc: [, , index], msg }) => (typeof index === "number" ? [{ index, error: msg }] : []));
}

/** Tells of each row what is wrong with the import of it. */
export function faultsByRow(
  items: readonly ImportItem[],
  failures: readonly Failure[],
): Readonly<Record<string, string>> {
  const known = failures.flatMap(({ index, error }) => {
    const item = items[index] as Pick<Found, "namespace" | "kind" | "name"> | undefined;
    return item === undefined ? [] : [[foundKey(item), error] as const];
  });
  return Object.fromEntries(known);
}

/** Joins the plans of several into one. */
export function mergePlans(told: Told): ImportPlan {
  const plans = told.imported.flatMap(({ plan }) => plan ?? []);
  return {
    values_diff: plans.map(({ values_diff: diff }) => diff).join("\n"),
    git_path: null,
    objects: plans.flatMap(({ objects }) => objects),
    objects_complete: plans.every(({ objects_complete: isComplete }) => isComplete),
    warnings: [...new Set(plans.flatMap(({ warnings }) => warnings))],
  };
}
