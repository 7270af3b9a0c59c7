import type { VNode } from "preact";
import { Card } from "../../parts/card.tsx";
import { Item } from "../../parts/items.tsx";
import { PlotCard } from "../../parts/plot-card.tsx";
import { When } from "../../parts/when.tsx";
import { sayWork, workLines, workPlots, type Health } from "../../view/operator-work.ts";

/** What the operator has before it, as it told last, and over the last minutes. */
export function OperatorCard({ health }: Readonly<{ health: Health }>): VNode {
  const { state, message, observed_at: at, commits, queues, recent } = health;
  const observed = new Map(queues.map((queue) => [queue.name, queue.observed_at]));
  return (
    <>
      <Card id="operator" title={state === "current" ? "The operator" : "The operator, as it was last seen"}>
        {message !== null && <p class="note note-warn">{message}</p>}
        {state === "current" && <p>{sayWork(health)}</p>}
        {at !== null && (
          <p class="faint">
            Told <When at={at} />
          </p>
        )}
        <ul class="told items" aria-label="What the operator has before it">
          {workLines(health).map(({ title, facts }) => (
            <Item
              key={title}
              title={title}
              facts={[
                ...facts,
                title === "Commits" && commits?.committed_at && (
                  <>
                    newest <When at={commits.committed_at} />
                  </>
                ),
                observed.get(title) && (
                  <>
                    known up to <When at={observed.get(title) ?? ""} />
                  </>
                ),
              ]}
            />
          ))}
        </ul>
      </Card>
      {recent.length > 1 && workPlots(health).map((plot) => <PlotCard key={plot.title} plot={plot} />)}
    </>
  );
}
