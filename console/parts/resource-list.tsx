import type { ComponentChildren, VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Call } from "../store/call.ts";
import type { Listing } from "../store/kinds.ts";
import { filterRows } from "../view/filter-rows.ts";
import { sortRows } from "../view/sort-rows.ts";
import { LongTable, type Column } from "./long-table.tsx";
import { NarrowingBar, useNarrowing } from "./narrowing-bar.tsx";
import { PageHead } from "./page-head.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { SortLinks } from "./sort-links.tsx";

type Row = Readonly<{ id: string; status: string; created_at: string }>;

type Given<T extends Row> = Readonly<{
  title: string;
  /** What lists them, for a terminal. */
  call: Call;
  listing: Listing<T>;
  filterLabel: string;
  /** The text of a row that is searched. */
  textOf: (row: T) => string;
  columns: readonly Column<T>[];
  /** What stands where there is nothing yet. */
  firstStep: ComponentChildren;
  actions?: ComponentChildren;
}>;

/** All resources of a kind, in the order that the address names, narrowed as one types. */
export function ResourceList<T extends Row>({
  title,
  listing,
  filterLabel,
  textOf,
  columns,
  ...given
}: Given<T>): VNode {
  const { rows, isWhole, problem } = listing;
  const narrowing = useNarrowing();
  const found = filterRows(rows, narrowing, textOf);
  const { query } = useLocation();
  const shown = sortRows(found, query["sort"]);
  const count = found.length === rows.length ? `${rows.length} in all` : `${found.length} of ${rows.length}`;
  return (
    <>
      <PageHead title={title} reads={[given.call]}>
        {given.actions}
      </PageHead>
      <ProblemNote problem={problem} />
      {isWhole && rows.length === 0 ? (
        given.firstStep
      ) : (
        <>
          <NarrowingBar label={filterLabel} rows={rows} />
          <div class="head">
            <p class="faint" role="status">
              {isWhole ? count : `Reading on… ${count}`}
            </p>
            <SortLinks />
          </div>
          {shown.length > 0 && <LongTable label={title} rows={shown} columns={columns} />}
        </>
      )}
    </>
  );
}
