import { useSignal } from "@preact/signals";
import { toProblem, type Problem } from "../view/problem.ts";

/** Something that is done when it is asked for, one at a time: whether it is under way, and what went wrong last. */
type Attempt = Readonly<{
  isBusy: boolean;
  problem: Problem | undefined;
  attempt: (work: () => Promise<unknown>) => void;
  /** Leaves unsaid what went wrong. */
  forget: () => void;
}>;

/** Does what may go wrong, once at a time. */
export function useAttempt(): Attempt {
  const isBusy = useSignal(false);
  const problem = useSignal<Problem | undefined>(undefined);
  const forget = (): void => {
    problem.value = undefined;
  };
  const attempt = (work: () => Promise<unknown>): void => {
    if (isBusy.value) return;
    isBusy.value = true;
    forget();
    work()
      .catch((error: unknown) => (problem.value = toProblem(error)))
      .finally(() => (isBusy.value = false))
      .catch(() => undefined);
  };
  return { isBusy: isBusy.value, problem: problem.value, attempt, forget };
}
