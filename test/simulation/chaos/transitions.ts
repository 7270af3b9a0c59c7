/**
 * Says whether the API server would take a change of an object, from the same rules that the CRDs hold: zod and its
 * checks for what a spec may be, the CEL of the transition rules for what it may become. These rules use a part of CEL
 * that is JavaScript but for the few words below.
 */
import { compileFunction } from "node:vm";
import type { CrossFieldRule, ResourceDefinition } from "../../../contract/resources/definition.ts";
import { zodTakes } from "../../support/contract-cases.ts";

/** What is said of what is no valid spec, whatever was there before. */
export const INVALID = "not a valid spec";

type Json = Readonly<Record<string, unknown>>;

/** An object as rules see it. */
export type Seen = Readonly<{ metadata: unknown; spec: Json; status?: unknown }>;

/** Returns the sentence with which a change is refused; undefined when it is taken. */
export function refusalOf(resource: ResourceDefinition, before: Seen, after: Seen): string | undefined {
  if (!zodTakes(resource, after.spec)) return INVALID;
  const { specRules, rootRules } = resource;
  const broken =
    specRules.find((rule) => !allows(rule, before.spec, after.spec)) ??
    rootRules.find(({ cel }) => isTransition(cel) && !holds(cel, before, after));
  return broken?.message;
}

const isTransition = (cel: string): boolean => cel.includes("oldSelf");

function allows({ cel, of }: CrossFieldRule, before: Json, after: Json): boolean {
  if (cel === undefined || !isTransition(cel)) return true;
  if (of === undefined) return holds(cel, before, after);
  return before[of] === undefined || after[of] === undefined || holds(cel, before[of], after[of]);
}

type Holds = (self: unknown, oldSelf: unknown, same: (a: unknown, b: unknown) => boolean) => boolean;

/** Compiled once each: a context of its own for each question took a fifth of a walk. */
const compiled = new Map<string, Holds>();

function holds(cel: string, oldSelf: unknown, self: unknown): boolean {
  const rule = compiled.get(cel) ?? compile(cel);
  compiled.set(cel, rule);
  return rule(self, oldSelf, (a, b) => JSON.stringify(a) === JSON.stringify(b));
}

function compile(cel: string): Holds {
  const script = cel
    .replaceAll(/([\w.]+) == ([\w.]+)/g, "same($1, $2)")
    .replaceAll(/has\(([\w.]+)\)/g, "($1 !== undefined)")
    .replaceAll(/size\(([\w.]+)\)/g, "$1.length")
    .replaceAll(/\.all\((\w+), /g, ".every(($1) => ")
    .replaceAll("double(", "Number(");
  return compileFunction(`return (${script});`, ["self", "oldSelf", "same"]) as Holds;
}
