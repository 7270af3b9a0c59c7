import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { shownWindow } from "../view/shown-window.ts";

/** A column: its head, what it shows of a row, and its class, by which narrow screens leave it out. */
export type Column<T> = Readonly<{ name: string; class: string; cell: (row: T) => ComponentChildren }>;

type Given<T> = Readonly<{ label: string; rows: readonly T[]; columns: readonly Column<T>[] }>;

/** The height that tables.css gives to each row. */
const ROW_HEIGHT = 60;

/** A table of any length that scrolls with the page: only the rows in view are drawn. */
export function LongTable<T extends Readonly<{ id: string }>>({ label, rows, columns }: Given<T>): VNode {
  const body = useRef<HTMLDivElement>(null);
  const view = useSignal({ top: 0, viewHeight: 1_000 });
  useEffect(() => {
    const look = (): void => {
      const top = -(body.current?.getBoundingClientRect().top ?? 0);
      view.value = { top, viewHeight: innerHeight };
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, []);
  const { first, last, aboveHeight, height } = shownWindow({
    count: rows.length,
    rowHeight: ROW_HEIGHT,
    ...view.value,
  });
  return (
    <div role="table" class="long" aria-label={label} aria-rowcount={rows.length + 1}>
      <div role="rowgroup" class="long-head">
        <div role="row" class="long-row" aria-rowindex={1}>
          {columns.map((column) => (
            <div key={column.name} role="columnheader" class={column.class}>
              {column.name}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" class="long-body" ref={body} style={{ height: `${height}px` }}>
        <div role="presentation" style={{ transform: `translateY(${aboveHeight}px)` }}>
          {rows.slice(first, last).map((row, index) => (
            <div key={row.id} role="row" class="long-row" aria-rowindex={first + index + 2}>
              {columns.map((column) => (
                <div key={column.name} role="cell" class={column.class}>
                  {column.cell(row)}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
