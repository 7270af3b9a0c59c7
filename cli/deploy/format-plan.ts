import type { Schemas } from "../../client/main.ts";

type Plan = Schemas["Plan"];

/** Formats what a dry run said, for people: what changes, on which objects, and what to mind. */
export function formatPlan(head: string, plan: Plan | undefined): string {
  if (plan === undefined) return head;
  const objects = plan.objects.map(
    ({ action, kind: of, name, restart }) => `  ${action} ${of} ${name}${restart ? " (its pods are replaced)" : ""}`,
  );
  const warnings = plan.warnings.map((warning) => `warning: ${warning}`);
  const diff = plan.values_diff === "" ? [] : [plan.values_diff.trimEnd()];
  return [head, ...diff, ...objects, ...warnings].join("\n");
}
