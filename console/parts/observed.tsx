import type { ComponentChildren, VNode } from "preact";
import { Card } from "./card.tsx";
import { Conditions } from "./conditions.tsx";

type Given = Readonly<{ conditions: Parameters<typeof Conditions>[0]["conditions"]; children: ComponentChildren }>;

/** What a resource is, beside what was observed of it. */
export function Observed({ conditions, children }: Given): VNode {
  return (
    <div class="halves">
      <Card id="facts" title="What it is">
        {children}
      </Card>
      <Card id="conditions" title="What was observed">
        <Conditions conditions={conditions} />
      </Card>
    </div>
  );
}
