import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { chooseOrganization } from "../../store/session.ts";
import { writePlainly } from "../../store/write-plainly.ts";
import { toProblem, type Problem } from "../../view/problem.ts";

/** Joins the organization, which pages are then about, or declines. */
export function Answer({ token, email }: Readonly<{ token: string; email: string }>): VNode {
  const { route } = useLocation();
  const problem = useSignal<Problem | undefined>(undefined);
  const isBusy = useSignal(false);
  const path = { token };
  const attempt = (work: () => Promise<unknown>): void => {
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = undefined;
    work()
      .then(() => route("/"))
      .catch((error: unknown) => (problem.value = toProblem(error)))
      .finally(() => (isBusy.value = false))
      .catch(() => undefined);
  };
  const join = async (): Promise<void> => {
    const { id } = await writePlainly("acceptInvitation", { path });
    await chooseOrganization(id);
  };
  return (
    <>
      <p class="faint">You are signed in as {email}.</p>
      <ProblemNote problem={problem.value} />
      <div class="stack">
        <button class="button button-first" type="button" aria-disabled={isBusy.value} onClick={() => attempt(join)}>
          Join
        </button>
        <button
          class="button"
          type="button"
          aria-disabled={isBusy.value}
          onClick={() => attempt(() => writePlainly("declineInvitation", { path }))}
        >
          Decline
        </button>
      </div>
    </>
  );
}
