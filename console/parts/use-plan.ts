import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { hasPlan, type Call, type Plan } from "../store/call.ts";
import { askPlan } from "../store/perform.ts";
import { toProblem, type Problem } from "../view/problem.ts";

/** What is known of what a call would do. */
type Asked = Readonly<{
  plan: Plan | undefined;
  problem: Problem | undefined;
  isAsking: boolean;
  /** Asks once more, where the plan could not be had. */
  ask: () => void;
}>;

/** Asks for a call's plan, anew when the call is another: what comes late of one before says nothing of this one. */
export function usePlan(call: Call, known: Plan | undefined): Asked {
  const plan = useSignal<Plan | undefined>(known);
  const problem = useSignal<Problem | undefined>(undefined);
  const isAsking = useSignal(false);
  const newest = useRef<object>();
  const ask = (): void => {
    const mine = {};
    newest.current = mine;
    const whileNewest = (act: () => void): void => {
      if (newest.current === mine) act();
    };
    plan.value = undefined;
    problem.value = undefined;
    isAsking.value = true;
    askPlan(call)
      .then(
        (answer) => whileNewest(() => (plan.value = answer)),
        (error: unknown) => whileNewest(() => (problem.value = toProblem(error))),
      )
      .finally(() => whileNewest(() => (isAsking.value = false)))
      .catch(() => undefined);
  };
  useEffect(() => {
    if (known === undefined && hasPlan(call)) ask();
  }, [JSON.stringify(call)]);
  return { plan: plan.value, problem: problem.value, isAsking: isAsking.value, ask };
}
