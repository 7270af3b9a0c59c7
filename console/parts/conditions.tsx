import type { VNode } from "preact";
import type { Output } from "../../client/operation-types.ts";
import { sayCondition } from "../view/condition-words.ts";
import { When } from "./when.tsx";

type Condition = Output<"getDeployment">["conditions"][number];

/** Conditions in plain words, what is wrong first. */
export function Conditions({ conditions }: Readonly<{ conditions: readonly Condition[] }>): VNode {
  const order = ["bad", "moving", "quiet", "good"];
  const said = conditions
    .map((condition) => ({ ...condition, ...sayCondition(condition) }))
    .sort((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
  if (said.length === 0) return <p class="faint">Nothing was observed yet.</p>;
  return (
    <ul class="conditions">
      {said.map(({ type, sentence, tone, reason, message, last_transition_time: since }) => (
        <li key={type} class={`condition condition-${tone}`}>
          <p>
            {sentence} <span class="faint">{reason}</span>
          </p>
          {tone !== "good" && message !== "" && <p class="condition-more">{message}</p>}
          <p class="faint">
            <When at={since} />
          </p>
        </li>
      ))}
    </ul>
  );
}
