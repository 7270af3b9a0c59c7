import type { FormField } from "./form-fields.ts";

/** How often alerts are read: the gateway looks as often as that, and no event tells of them. */
export const ALERTS_EVERY_MS = 60_000;

/** The rules of something as they hold, by their names; beside them stands when somebody last set one. */
export type HoldingRules = Readonly<Record<string, Rule | string | null>>;
type Rule = Readonly<Record<string, unknown>>;

/** Takes the rules of what was read. */
export function rulesIn(holding: HoldingRules): readonly Readonly<{ name: string; members: Rule }>[] {
  return Object.entries(holding).flatMap(([name, members]) =>
    typeof members === "object" && members !== null ? [{ name, members }] : [],
  );
}

/** Tells the figures of a rule as its form names them: "For minutes: 15". */
export function figuresOf(fields: readonly FormField[], members: Rule): readonly string[] {
  return fields.flatMap(({ name, label }) =>
    typeof members[name] === "number" ? [`${label}: ${String(members[name])}`] : [],
  );
}

const ENDS: Readonly<Record<string, string>> = {
  cleared: "over for",
  gone: "what it was about is gone, for",
  off: "its rule was switched off, for",
};

/** Says why an alert ended, before how long ago that was. */
export function endOf(reason: string | null): string {
  return ENDS[reason ?? ""] ?? "over for";
}
