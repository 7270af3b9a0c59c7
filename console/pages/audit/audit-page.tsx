import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Item as One } from "../../../client/operation-types.ts";
import { Empty } from "../../parts/empty.tsx";
import { Items } from "../../parts/items.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Section } from "../../parts/section.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { may } from "../../store/may.ts";
import { organization } from "../../store/session.ts";
import { saveFile } from "../../store/save-file.ts";
import { useAttempt } from "../../store/use-attempt.ts";
import { useItems } from "../../store/use-items.ts";
import { useReadList } from "../../store/use-read.ts";
import { auditFilterOf } from "../../view/audit-filter.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";
import { takeItems } from "../../view/take-items.ts";
import { AuditFilterForm } from "./audit-filter-form.tsx";
import { EntryItem } from "./entry-item.tsx";

/** How many members are told by their names, and can be chosen: who is beyond is told by the id. */
const NAMED_MAX = 1_000;
const PAGE = 200;

/** Who did what in the organization, narrowed by what the address says, and taken along. */
export function AuditPage(): VNode {
  const slug = organization.value?.slug ?? "";
  const filter = auditFilterOf(useLocation().query);
  const { items: members } = useReadList(slug, async (signal) => {
    const all = berth.pages("listMembers", { path: { slug }, query: { limit: PAGE } }, { signal });
    return (await takeItems(all, NAMED_MAX)).rows;
  });
  const items = useItems(`audit ${JSON.stringify(filter)}`, (limit, signal) =>
    berth.pages("listAudit", { path: { slug }, query: { ...filter, limit } }, { signal }),
  );
  const names = new Map(members.map((one) => [one.user_id, one.name]));
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title="Audit log"
      reads={[toCall("listAudit", { path: { slug }, query: filter })]}
      lead="Every request that changed something, or was refused, with who made it and what became of it."
      actions={may("listAudit") && <ExportButton slug={slug} filter={filter} />}
    >
      <AuditFilterForm filter={filter} members={members} />
      <Items<One<"listAudit">>
        label="Audit log"
        items={items}
        empty={
          <Empty title="Nothing of that kind">
            <p>What anybody changes in this organization stands here at once. With fewer filters there may be more.</p>
          </Empty>
        }
      >
        {(entry) => <EntryItem key={entry.id} entry={entry} names={names} />}
      </Items>
    </Section>
  );
}

/** All entries of the filter, one JSON object a line. */
function ExportButton({ slug, filter }: Readonly<{ slug: string; filter: object }>): VNode {
  const { isBusy, problem, attempt } = useAttempt();
  const save = async (): Promise<void> => {
    const header = { accept: "application/x-ndjson" };
    const { data } = await berth.ask("listAudit", { path: { slug }, query: filter, header } as never);
    saveFile(`audit-${slug}.ndjson`, data as unknown as string);
  };
  return (
    <>
      <button
        class="button"
        type="button"
        data-operation="listAudit"
        aria-disabled={isBusy}
        onClick={() => attempt(save)}
      >
        Export
      </button>
      <ProblemNote problem={problem} />
    </>
  );
}
