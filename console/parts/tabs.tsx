import type { VNode } from "preact";
import { useLocation } from "preact-iso";

/** A part of a page that has its own address. */
export type Tab = Readonly<{ id: string; name: string }>;

/** Which of the tabs the address names; the first where it names none. */
export function useTab(tabs: readonly Tab[]): string {
  const { query } = useLocation();
  return tabs.find(({ id }) => id === query["tab"])?.id ?? tabs[0]?.id ?? "";
}

/** The parts of a page as links, so that each can be sent to somebody. */
export function Tabs({ tabs, label }: Readonly<{ tabs: readonly Tab[]; label: string }>): VNode {
  const { path } = useLocation();
  const shown = useTab(tabs);
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, name }, index) => (
        <a key={id} href={index === 0 ? path : `${path}?tab=${id}`} aria-current={shown === id ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
