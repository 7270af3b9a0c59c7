import type { VNode } from "preact";
import type { Problem } from "../view/problem.ts";

/** Says what went wrong, what helps, and which request to ask about; nothing where nothing did. */
export function ProblemNote({ problem }: Readonly<{ problem: Problem | undefined }>): VNode | null {
  if (problem === undefined) return null;
  return (
    <div class="note note-bad" role="alert">
      <p>{problem.sentence}</p>
      {problem.requestId !== undefined && (
        <p class="faint">
          Request <code>{problem.requestId}</code>
        </p>
      )}
    </div>
  );
}
