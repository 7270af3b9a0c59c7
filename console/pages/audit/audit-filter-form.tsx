import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { OPERATIONS } from "../../../client/generated/operations.ts";
import type { Item as One } from "../../../client/operation-types.ts";
import { SchemaField } from "../../parts/schema-field.tsx";
import { fieldsOf } from "../../store/fields-of.ts";
import { AUDIT_FILTERS, auditFilterOf, type AuditFilter } from "../../view/audit-filter.ts";
import { sentenceCase } from "../../view/sentence-case.ts";

const FIELDS = fieldsOf("AuditEntryResponse").filter(({ name }) => AUDIT_FILTERS.some((one) => one === name));
const ACTIONS = Object.entries(OPERATIONS)
  .filter(([, { method }]) => method !== "GET")
  .map(([id]) => ({ value: id, name: sentenceCase(id) }))
  .toSorted((one, other) => one.name.localeCompare(other.name));

type Given = Readonly<{ filter: AuditFilter; members: readonly One<"listMembers">[] }>;

/** Narrows the audit log; what is chosen stands in the address. */
export function AuditFilterForm({ filter, members }: Given): VNode {
  const { path, route } = useLocation();
  const chosen: Readonly<Record<string, string | undefined>> = filter;
  const narrow = (form: HTMLFormElement): void => {
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const query = new URLSearchParams(auditFilterOf(values));
    route(query.size === 0 ? path : `${path}?${query.toString()}`, true);
  };
  const named = {
    action: ACTIONS,
    actor_user_id: members.map((one) => ({ value: one.user_id, name: one.name })),
  } as const;
  return (
    <form
      class="fields filters"
      role="search"
      aria-label="Narrow the audit log"
      onChange={(event) => narrow(event.currentTarget)}
      onSubmit={(event) => event.preventDefault()}
    >
      {FIELDS.map((field) => (
        <SchemaField
          key={field.name}
          field={{ ...field, label: LABELS[field.name] ?? field.label, help: "", isRequired: false }}
          beginning={chosen[field.name] ?? ""}
          named={(named as Readonly<Record<string, (typeof ACTIONS)[number][]>>)[field.name]}
          fault={undefined}
        />
      ))}
    </form>
  );
}

const LABELS: Readonly<Record<string, string>> = { actor_user_id: "Who", target_kind: "Kind of thing" };
