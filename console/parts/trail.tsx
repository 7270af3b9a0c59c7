import type { ComponentChildren, VNode } from "preact";
import { StatusMark } from "./status-mark.tsx";

type Given = Readonly<{ href: string; name: string; phase: string; children?: ComponentChildren }>;

/** Where one is, above a page's head: the list that leads here, and the state. */
export function Trail({ href, name, phase, children }: Given): VNode {
  return (
    <p class="trail">
      <a href={href}>{name}</a> <StatusMark phase={phase} /> {children}
    </p>
  );
}
