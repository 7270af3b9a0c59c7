import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { CallParts } from "../../client/calls.ts";
import type { ReadId } from "../store/berth.ts";
import type { Call } from "../store/call.ts";
import { may } from "../store/may.ts";
import type { Offered } from "../view/may.ts";

/** A part of a page that has its own address. */
type Tab = Readonly<{
  id: string;
  name: string;
  /** What it is for; whoever may not call that is not led there. */
  operation?: Offered;
  /** What it reads, of the page's own path. */
  reads?: ReadId;
}>;

/** Says what a page of tabs reads: its resource, and what the tab is of. */
export function readsOf(resource: ReadId, tab: Tab | undefined, path: NonNullable<CallParts["path"]>): readonly Call[] {
  return [resource, tab?.reads].flatMap((id) => (id === undefined ? [] : [{ id, input: { path } }]));
}

/** Which of the tabs the address names; the first where it names none. */
export function useTab(tabs: readonly Tab[]): string {
  const { query } = useLocation();
  return tabs.find((tab) => tab.id === query["tab"] && isOffered(tab))?.id ?? tabs[0]?.id ?? "";
}

function isOffered({ operation }: Tab): boolean {
  return operation === undefined || may(operation);
}

/** The parts of a page as links, so that each can be sent to somebody. */
export function Tabs({ tabs, label }: Readonly<{ tabs: readonly Tab[]; label: string }>): VNode {
  const { path } = useLocation();
  const shown = useTab(tabs);
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.filter(isOffered).map(({ id, name, operation }, index) => (
        <a
          key={id}
          href={index === 0 ? path : `${path}?tab=${id}`}
          data-operation={operation}
          aria-current={shown === id ? "page" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
