import type { ComponentChildren, VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Call } from "../store/call.ts";
import { may } from "../store/may.ts";
import type { Place } from "../view/places.ts";
import { PageHead } from "./page-head.tsx";

type Given = Readonly<{
  /** Whose pages these are. */
  name: string;
  places: readonly Place[];
  title: string;
  /** What this page is about, in a sentence. */
  lead?: ComponentChildren;
  /** What this page reads, for a terminal. */
  reads: readonly Call[];
  actions?: ComponentChildren;
  children: ComponentChildren;
}>;

/** A page of several that belong together, with the way to the others; what a role may not see is not named. */
export function Section({ name, places, title, lead, reads, actions, children }: Given): VNode {
  const { path } = useLocation();
  return (
    <div class="section">
      <nav class="section-nav" aria-label={name}>
        <p class="section-name" aria-hidden="true">
          {name}
        </p>
        {places
          .filter(({ operation }) => may(operation))
          .map(({ href, name: place, operation }, index) => (
            <a
              key={href}
              href={href}
              data-operation={operation}
              aria-current={isHere(path, href, index === 0) ? "page" : undefined}
            >
              {place}
            </a>
          ))}
      </nav>
      <div class="section-page">
        <PageHead title={title} reads={reads}>
          {actions}
        </PageHead>
        {lead !== undefined && <p class="lead">{lead}</p>}
        {children}
      </div>
    </div>
  );
}

/** The first of them also stands at the address that all have in common. */
function isHere(path: string, href: string, isFirst: boolean): boolean {
  return path === href || path.startsWith(`${href}/`) || (isFirst && href.startsWith(`${path}/`));
}
