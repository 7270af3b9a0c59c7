import type { ComponentChildren, VNode } from "preact";
import { useEffect } from "preact/hooks";

type Given = Readonly<{ title: string; above?: ComponentChildren; children?: ComponentChildren }>;

/** The head of a page: its name, which is the browser's title too, and what can be done here. */
export function PageHead({ title, above, children }: Given): VNode {
  useEffect(() => {
    document.title = `${title} – Berth`;
  }, [title]);
  return (
    <div class="head">
      <div>
        {above}
        <h1>{title}</h1>
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}
