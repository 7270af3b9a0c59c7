import type { ComponentChildren, VNode } from "preact";
import type { Output } from "../../client/operation-types.ts";
import { sayCondition } from "../view/condition-words.ts";
import { When } from "./when.tsx";

type Condition = Output<"getDeployment">["conditions"][number];

/** Conditions in plain words, what is wrong first. */
export function Conditions({ conditions }: Readonly<{ conditions: readonly Condition[] }>): VNode {
  const order = ["bad", "moving", "quiet", "good"];
  const said = conditions
    .map((condition) => ({ condition, tone: sayCondition(condition).tone }))
    .sort((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
  if (said.length === 0) return <p class="faint">Nothing was observed yet.</p>;
  return (
    <ul class="conditions">
      {said.map(({ condition, tone }) => (
        <ConditionItem key={condition.type} condition={condition} isWhole={tone !== "good"} />
      ))}
    </ul>
  );
}

type Given = Readonly<{
  condition: Condition;
  /** Whether its message is shown, too. */
  isWhole: boolean;
  /** What helps. */
  children?: ComponentChildren;
}>;

/** One condition: its sentence, what is told of it, and since when. */
export function ConditionItem({ condition, isWhole, children }: Given): VNode {
  const { reason, message, last_transition_time: since } = condition;
  const { sentence, tone } = sayCondition(condition);
  return (
    <li class={`condition condition-${tone}`}>
      <p>
        {sentence} <span class="faint">{reason}</span>
      </p>
      {isWhole && message !== "" && <p class="condition-more">{message}</p>}
      {children}
      <p class="faint">
        <When at={since} />
      </p>
    </li>
  );
}
