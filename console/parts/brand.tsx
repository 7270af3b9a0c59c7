import type { VNode } from "preact";

/** The anchor, drawn in the colour of its text. */
export function Brand(): VNode {
  return (
    <span class="brand">
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <path d="M16 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6Zm0 6v17M9.5 14.5h13M5 18.5c.7 5 5.5 8.5 11 8.5s10.3-3.5 11-8.5" />
      </svg>
      Berth
    </span>
  );
}
