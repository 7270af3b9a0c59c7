import type { VNode } from "preact";
import { Empty } from "../../parts/empty.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { useLive } from "../../store/use-live.ts";

/** What the platform and Kubernetes say of a deployment. */
export function EventsTab({ id }: Readonly<{ id: string }>): VNode {
  const path = { deployment_id: id };
  const { value, problem } = useLive(id, "events", (signal) => berth.listDeploymentEvents({ path }, { signal }));
  return (
    <>
      <ProblemNote problem={problem} />
      {value?.events.length === 0 && (
        <Empty title="Nothing was said in the last hour">
          <p>Events are kept for about an hour. What is still so stands in the overview.</p>
        </Empty>
      )}
      {value !== undefined && value.events.length > 0 && (
        <ol class="card told">
          {value.events.map((event, index) => (
            <li key={index} class={event.type === "Warning" ? "told-bad" : undefined}>
              <p>
                <b>{event.reason}</b> <span>{event.message}</span>
              </p>
              <p class="faint">
                {event.source === "platform" ? "Berth" : `${event.object_kind} ${event.object_name}`}
                {event.count > 1 && `, ${event.count} times`}
                {event.last_seen_at !== null && (
                  <>
                    , <When at={event.last_seen_at} />
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
