import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Refused } from "./found-form.tsx";

/** What an import has made: each waits for its first sync, which has a plan of its own. */
export function Staged({ told: { imported, failed } }: Readonly<{ told: Output<"importWorkloads"> }>): VNode {
  const title = imported.length === 1 ? "One deployment waits for you" : `${imported.length} deployments wait for you`;
  return (
    <Card id="staged" title={title}>
      <Refused failed={failed} />
      <ul class="told" aria-label="What waits to be taken over">
        {imported.map(({ id, name }) => (
          <li key={id} class="need need-soon">
            <a href={`/deployments/${id}`}>{name}</a>
            <a
              class="button"
              href={`/deployments/${id}?do=sync`}
              data-operation="syncDeployment"
              aria-label={`Take it over: ${name}`}
            >
              Take it over
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
