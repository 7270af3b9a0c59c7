import type { ComponentChildren, VNode } from "preact";
import type { Tone } from "../view/phases.ts";

const SIGNS = { good: "M3 8.5l3.2 3.2L13 5", moving: "M8 3v5l3.2 2", bad: "M8 3.5v5.5M8 12v.5", quiet: "M5 8h6" };

/** A word of state with its sign: colour is never all that tells. */
export function Mark({ tone, children }: Readonly<{ tone: Tone; children: ComponentChildren }>): VNode {
  return (
    <span class={`status status-${tone}`}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={SIGNS[tone]} />
      </svg>
      {children}
    </span>
  );
}
