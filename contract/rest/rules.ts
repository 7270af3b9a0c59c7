import type { z } from "zod";
import type { CrossFieldRule } from "../resources/definition.ts";
import { fromRest, restPath } from "../rest-case.ts";

/** A rule between members of a body: only zod's side refuses a breach, as a value_error with this sentence (docs/adr/0027). */
export type OperationRule = Readonly<{
  name: string;
  message: string;
  /** Member that is blamed, in REST's names; empty = the body. */
  path: readonly (string | number)[];
  /** Whether a body that passed the schema obeys. */
  check: (body: unknown) => boolean;
}>;

/** Makes the rule that a body sends at least one member; `message` names which there are. */
export function notEmpty(name: string, message: string): OperationRule {
  return {
    name,
    message,
    path: [],
    check: (body) => Object.values(body as object).some((member) => member !== undefined),
  };
}

/** Derives the rules of a REST body from those of the resource that it becomes; transition rules need stored state and are left out. */
export function rulesOf(
  spec: z.ZodObject,
  rules: readonly CrossFieldRule[],
  except: readonly string[] = [],
): OperationRule[] {
  return rules.flatMap(({ name, message, path, check }) => {
    if (check === undefined || except.includes(name)) return [];
    return {
      name,
      message,
      path: restPath(path),
      check: (body: unknown) => check(fromRest(spec, body) as never),
    };
  });
}

/** Lists the rules that a value breaks. */
export function brokenRules(rules: readonly OperationRule[], body: unknown): OperationRule[] {
  return rules.filter((rule) => !rule.check(body));
}
