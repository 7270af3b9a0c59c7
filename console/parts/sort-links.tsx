import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { ORDERS } from "../view/sort-rows.ts";

/** The orders of a list as links, so that each can be sent to somebody. */
export function SortLinks(): VNode {
  const { path, query } = useLocation();
  const shown = query["sort"] ?? ORDERS[0].id;
  return (
    <nav class="sorts" aria-label="Order">
      {ORDERS.map(({ id, name }) => (
        <a
          key={id}
          href={`${path}?${new URLSearchParams({ ...query, sort: id }).toString()}`}
          aria-current={shown === id ? "true" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
