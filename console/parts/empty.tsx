import type { ComponentChildren, VNode } from "preact";

/** What stands where there is nothing: why, and the first step. */
export function Empty({ title, children }: Readonly<{ title: string; children: ComponentChildren }>): VNode {
  return (
    <div class="empty">
      <svg viewBox="0 0 120 48" width="120" height="48" aria-hidden="true">
        <path d="M4 38q9.3-6 18.7 0t18.7 0 18.7 0 18.7 0 18.7 0 18.7 0M38 30h44l-5 8H43zM60 30V8l14 16H60" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
