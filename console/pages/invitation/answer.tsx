import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { chooseOrganization } from "../../store/open-session.ts";
import { useAttempt } from "../../store/use-attempt.ts";
import { writePlainly } from "../../store/write-plainly.ts";

/** Joins the organization, which pages are then about, or declines. */
export function Answer({ token, email }: Readonly<{ token: string; email: string }>): VNode {
  const { route } = useLocation();
  const { isBusy, problem, attempt } = useAttempt();
  const path = { token };
  const answer = (work: () => Promise<unknown>): void =>
    attempt(async () => {
      await work();
      route("/");
    });
  const join = async (): Promise<void> => {
    const { id } = await writePlainly("acceptInvitation", { path });
    await chooseOrganization(id);
  };
  return (
    <>
      <p class="faint">You are signed in as {email}.</p>
      <ProblemNote problem={problem} />
      <div class="stack">
        <button class="button button-first" type="button" aria-disabled={isBusy} onClick={() => answer(join)}>
          Join
        </button>
        <button
          class="button"
          type="button"
          aria-disabled={isBusy}
          onClick={() => answer(() => writePlainly("declineInvitation", { path }))}
        >
          Decline
        </button>
      </div>
    </>
  );
}
