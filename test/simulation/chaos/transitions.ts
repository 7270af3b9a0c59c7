/**
 * Says whether the API server would take a change of an object, from the same rules that the CRDs hold: zod and its
 * checks for what a spec may be, the CEL of the transition rules for what it may become. These rules use a part of CEL
 * that is JavaScript but for the few words below.
 */
import { runInNewContext } from "node:vm";
import type { ResourceDefinition } from "../../../contract/resources/definition.ts";
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
    specRules.find(({ cel }) => isTransition(cel) && !holds(cel, before.spec, after.spec)) ??
    rootRules.find(({ cel }) => isTransition(cel) && !holds(cel, before, after));
  return broken?.message;
}

const isTransition = (cel: string): boolean => cel.includes("oldSelf");

function holds(cel: string, oldSelf: unknown, self: unknown): boolean {
  const script = cel
    .replaceAll(/([\w.]+) == ([\w.]+)/g, "same($1, $2)")
    .replaceAll(/has\(([\w.]+)\)/g, "($1 !== undefined)")
    .replaceAll(/size\(([\w.]+)\)/g, "$1.length")
    .replaceAll(/\.all\((\w+), /g, ".every(($1) => ")
    .replaceAll("double(", "Number(");
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  return runInNewContext(script, { self, oldSelf, same }) as boolean;
}
