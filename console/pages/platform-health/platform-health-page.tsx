import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Card } from "../../parts/card.tsx";
import { Item } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Section } from "../../parts/section.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { now } from "../../store/now.ts";
import { touch } from "../../store/live.ts";
import { useLive } from "../../store/use-live.ts";
import { ADMIN_PLACES } from "../../view/places.ts";

const NAMES: Readonly<Record<string, string>> = {
  postgres: "Database",
  kubernetes: "Management cluster",
  secret_store: "Secret store",
};

/** What the gateway needs, and whether it is there; looked at twice a minute. */
export function PlatformHealthPage(): VNode {
  const { value, problem } = useLive("health", "health", (signal) => berth.getReadiness({}, { signal }));
  useEffect(() => now.subscribe(() => touch("health")), []);
  return (
    <Section
      name="Administration"
      places={ADMIN_PLACES}
      title="Health"
      reads={[toCall("getReadiness", {})]}
      lead="What the gateway needs. The operator's queue, commits and lag are metrics for Prometheus, and the chart brings alerts on them."
    >
      <ProblemNote problem={problem} />
      {value !== undefined && (
        <Card id="needs" title={problem === undefined ? "Requests are served" : "As it was last seen"}>
          <ul class="told items" aria-label="What the gateway needs">
            {value.dependencies.map(({ name, state, message }) => (
              <Item
                key={name}
                title={NAMES[name] ?? name}
                mark={state === "up" ? <Mark tone="good">up</Mark> : <Mark tone="bad">down</Mark>}
                facts={[message]}
              />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
