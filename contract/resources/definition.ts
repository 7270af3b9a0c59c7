import type { z } from "zod";
import type { Health } from "./phase-traits.ts";

/** A rule that spans fields: CEL in the CRD and zod's refinement in REST, with one sentence for both (docs/adr/0027). */
export type CrossFieldRule = Readonly<{
  name: string;
  message: string;
  /** Member (camelCase path) that REST blames; empty = the body. */
  path: readonly (string | number)[];
  /** Whether `spec` obeys; absent for transition rules, which need stored state. */
  check?: (spec: never) => boolean;
}> &
  (InCel | Absence);

/** What the API server evaluates; each member of a spec that it names costs as much as the spec has members (docs/adr/0147). */
type InCel = Readonly<{
  /** CEL over `self`, with `oldSelf` only in transition rules. */
  cel: string;
  /** Member that `self` is, instead of the spec: nothing is asked where it is absent, in a transition before or after it. */
  of?: string;
  absent?: never;
}>;

/** A member that may not be there where another one has certain values; the CRD has one rule for all of them. */
type Absence = Readonly<{
  absent: Readonly<{ member: string; where: string; among: readonly string[] }>;
  cel?: never;
  of?: never;
}>;

/** A column of `kubectl get`. */
type PrinterColumn = Readonly<{
  name: string;
  type: "string" | "integer" | "boolean" | "date";
  jsonPath: string;
  description: string;
  priority?: number;
}>;

/** What `kubectl get --output wide` says of a status. */
export const REASON_COLUMN: PrinterColumn = {
  name: "Reason",
  type: "string",
  jsonPath: ".status.statusReason",
  description: "Why it is in this status",
  priority: 1,
};

/** Everything that is declared of one kind. */
export type ResourceDefinition<
  Kind extends string = string,
  Collection extends string = string,
  Spec extends z.ZodObject = z.ZodObject,
  Status extends z.ZodObject = z.ZodObject,
> = Readonly<{
  kind: Kind;
  /** What our own parts call all objects of the kind: caches, queues, metrics. */
  collection: Collection;
  plural: string;
  singular: string;
  shortName: string;
  description: string;
  spec: Spec;
  status: Status;
  specRules: readonly CrossFieldRule[];
  /** CEL at the root, where status can be read too. */
  rootRules: readonly Readonly<{ cel: string; message: string }>[];
  /** Each phase, with what it is to tools that know no phases. */
  phases: Readonly<Record<string, Readonly<{ health: Health }>>>;
  printerColumns: readonly PrinterColumn[];
  selectableFields: readonly string[];
}>;

/** Tells whether no value of a list is there twice. */
export function areDistinct(values: readonly unknown[] | undefined): boolean {
  return new Set(values).size === (values?.length ?? 0);
}

/** Makes the transition rule that keeps an optional or required member unchanged once the object exists. */
export function immutable(member: string, optional: boolean): CrossFieldRule {
  const told = {
    name: `${member}Immutable`,
    message: `${member} cannot be changed after creation`,
    path: [member],
  };
  if (!optional) return { ...told, of: member, cel: "self == oldSelf" };
  const [now, before] = [`self.${member}`, `oldSelf.${member}`];
  return { ...told, cel: `has(${now}) == has(${before}) && (!has(${now}) || ${now} == ${before})` };
}
