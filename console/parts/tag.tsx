import type { ComponentChildren, VNode } from "preact";

/** A word that tells what something is, not how it is. */
export function Tag({ children }: Readonly<{ children: ComponentChildren }>): VNode {
  return <span class="status status-quiet tag">{children}</span>;
}
