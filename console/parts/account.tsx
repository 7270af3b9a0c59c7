import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { chooseOrganization, organization, session, signOut } from "../store/session.ts";
import { toProblem, type Problem } from "../view/problem.ts";
import { ProblemNote } from "./problem-note.tsx";

/** Who is signed in, for which organization, and the way out. */
export function Account(): VNode | null {
  const problem = useSignal<Problem | undefined>(undefined);
  const now = session.value;
  if (now.state !== "in") return null;
  const attempt = (work: Promise<unknown>): void => {
    problem.value = undefined;
    work.catch((error: unknown) => (problem.value = toProblem(error)));
  };
  return (
    <div class="account">
      <label class="unseen" for="organization">
        Organization
      </label>
      <select
        id="organization"
        value={organization.value?.id}
        onChange={(event) => attempt(chooseOrganization(event.currentTarget.value))}
      >
        {now.me.organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button class="button" type="button" title={now.me.email} onClick={() => attempt(signOut())}>
        Sign out
      </button>
      <ProblemNote problem={problem.value} />
    </div>
  );
}
