import type { VNode } from "preact";
import { Card } from "../../parts/card.tsx";
import { Item } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Section } from "../../parts/section.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { useEvery } from "../../store/use-every.ts";
import { useLive } from "../../store/use-live.ts";
import { ADMIN_PLACES } from "../../view/places.ts";
import { OperatorCard } from "./operator-card.tsx";

const NAMES: Readonly<Record<string, string>> = {
  postgres: "Database",
  kubernetes: "Management cluster",
  secret_store: "Secret store",
};

/** The operator tells as often as that. */
const EVERY_MS = 10_000;

/** What the gateway needs, and whether it is there; what the operator has before it. */
export function PlatformHealthPage(): VNode {
  const { value, problem, refresh } = useLive("health", "health", (signal) => berth.getReadiness({}, { signal }));
  const operator = useLive("operator", "operator", (signal) => berth.getPlatformHealth({}, { signal }));
  useEvery(EVERY_MS, () => {
    refresh();
    operator.refresh();
  });
  return (
    <Section
      name="Administration"
      places={ADMIN_PLACES}
      title="Health"
      reads={[toCall("getReadiness", {}), toCall("getPlatformHealth", {})]}
      lead="What the gateway needs, and what the operator has before it. Both are metrics for Prometheus, too, and the chart brings alerts on them."
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
      <ProblemNote problem={operator.problem} />
      {operator.value !== undefined && <OperatorCard health={operator.value} />}
    </Section>
  );
}
