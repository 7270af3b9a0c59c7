import type { VNode } from "preact";
import { diffLines } from "../view/diff-lines.ts";

/** A unified diff; each line begins with its sign, so that colour is not all that tells. */
export function Diff({ diff, label }: Readonly<{ diff: string; label: string }>): VNode {
  return (
    <pre class="diff" tabIndex={0} aria-label={label}>
      {diffLines(diff).map(({ kind, text }, index) => (
        <span key={index} class={`diff-${kind}`}>
          {text}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
