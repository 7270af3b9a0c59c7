import { celList } from "../contract/cel-list.ts";
import type { CrossFieldRule } from "../contract/resources/definition.ts";

/** A rule as a CustomResourceDefinition has it. */
type Validation = Readonly<{ rule: string; messageExpression: string }>;
type Absence = NonNullable<CrossFieldRule["absent"]> & Readonly<{ message: string }>;

/**
 * Makes one rule for each member on whose value the absence of others hangs: it names that member once, and of the others
 * those that its value forbids (docs/adr/0147). Its message is made when it is broken, of the sentences of all that break it.
 */
export function absenceRules(rules: readonly CrossFieldRule[]): Validation[] {
  const absences = rules.flatMap(({ absent, message }) => (absent === undefined ? [] : { ...absent, message }));
  return [...Map.groupBy(absences, ({ where }) => where)].map(([where, all]) => {
    const alike = [...Map.groupBy(all, ({ among }) => celList(among))];
    return {
      rule: `[self.${where}].all(w, ${alike.map(([values, group]) => guarded(values, group)).join(" && ")})`,
      messageExpression: all.map(sentence).join(" + "),
    };
  });
}

function guarded(values: string, group: readonly Absence[]): string {
  return `(!(w in ${values}) || !(${group.map(({ member }) => `has(self.${member})`).join(" || ")}))`;
}

function sentence({ member, where, among, message }: Absence): string {
  return `(has(self.${member}) && self.${where} in ${celList(among)} ? ${JSON.stringify(`${message}. `)} : '')`;
}
