import type { ComponentChildren, VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Call } from "../store/call.ts";
import { CommandButton } from "./command-button.tsx";

type Given = Readonly<{
  title: string;
  /** What the page reads, for a terminal; of a form nothing. */
  reads: readonly Call[];
  above?: ComponentChildren;
  children?: ComponentChildren;
}>;

/** The head of a page: its name, which is the browser's title too, and what can be done here. */
export function PageHead({ title, reads, above, children }: Given): VNode {
  useEffect(() => {
    document.title = `${title} – Berth`;
  }, [title]);
  return (
    <div class="head">
      <div>
        {above}
        <h1>{title}</h1>
      </div>
      {(children !== undefined || reads.length > 0) && (
        <div class="actions">
          {children}
          <CommandButton calls={reads} />
        </div>
      )}
    </div>
  );
}
