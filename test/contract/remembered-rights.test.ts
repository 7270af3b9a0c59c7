import { ADMISSION_POLICIES } from "../../contract/admission.ts";
import { GATEWAY_RIGHTS, OPERATOR_RIGHTS, type Right } from "../../contract/rights.ts";
import { rememberDecisions } from "../support/remembered-decisions.ts";

const told = (rights: readonly Right[]): readonly string[] =>
  rights.map(({ place, group, resources, verbs, names = [] }) =>
    [place, `${resources.join(", ")} of ${group}`, verbs.join(", "), names.join(", ")].join(" | "),
  );

describe("Who may do what on the management cluster", () => {
  rememberDecisions("rights", {
    answer: () => ({
      gateway: { ...told(GATEWAY_RIGHTS) },
      operator: { ...told(OPERATOR_RIGHTS) },
      refused: Object.fromEntries(
        ADMISSION_POLICIES.map(({ name, resources, operations, rules }) => [
          name,
          { on: `${operations.join(", ")} of ${resources.join(", ")}`, rules: { ...rules.map(({ cel }) => cel) } },
        ]),
      ),
    }),
    scenes: { "the tables": {} },
    axes: {},
    alone: true,
  });
});
