import type { CrossFieldRule } from "../contract/resources/definition.ts";

/** A rule as a CustomResourceDefinition has it. */
type Validation = Readonly<{ rule: string; messageExpression: string }>;
type Absence = Readonly<{ member: string; among: readonly string[]; message: string }>;

/**
 * Makes one rule for each member on whose value the absence of others hangs: it names that member once, and of the others
 * those that its value forbids (docs/adr/0147). Its message is made when it is broken, of the sentences of all that break it.
 */
export function absenceRules(rules: readonly CrossFieldRule[]): Validation[] {
  const byWhere = new Map<string, Absence[]>();
  for (const { absent, message } of rules) {
    if (absent === undefined) continue;
    const { where, ...rest } = absent;
    byWhere.set(where, [...(byWhere.get(where) ?? []), { ...rest, message }]);
  }
  return [...byWhere].map(([where, absences]) => ({
    rule: `[self.${where}].all(w, ${groupsOf(absences).map(guarded).join(" && ")})`,
    messageExpression: absences.map((absence) => sentence(where, absence)).join(" + "),
  }));
}

/** Gathers those that the same values forbid. */
function groupsOf(absences: readonly Absence[]): Absence[][] {
  const groups = new Map<string, Absence[]>();
  for (const absence of absences) {
    const values = list(absence.among);
    groups.set(values, [...(groups.get(values) ?? []), absence]);
  }
  return [...groups.values()];
}

function guarded(group: readonly Absence[]): string {
  const there = group.map(({ member }) => `has(self.${member})`).join(" || ");
  return `(!(w in ${list(group[0]?.among ?? [])}) || !(${there}))`;
}

function sentence(where: string, { member, among, message }: Absence): string {
  return `(has(self.${member}) && self.${where} in ${list(among)} ? ${JSON.stringify(`${message}. `)} : '')`;
}

const list = (values: readonly string[]): string => `[${values.map((value) => `'${value}'`).join(", ")}]`;
