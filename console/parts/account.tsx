import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { chooseOrganization, signOut, stopActing } from "../store/open-session.ts";
import { organization, session } from "../store/session.ts";
import { toProblem, type Problem } from "../view/problem.ts";
import { ProblemNote } from "./problem-note.tsx";

/** Who is signed in, for which organization, and the way out. */
export function Account(): VNode | null {
  const problem = useSignal<Problem | undefined>(undefined);
  const { path, route } = useLocation();
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
        onChange={(event) => {
          // What an address names by its id is of one organization.
          const list = path.replace(/\/[\da-f]{8}-.*/, "");
          if (list !== path) route(list);
          attempt(chooseOrganization(event.currentTarget.value));
        }}
      >
        {now.me.organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <a class="button" href="/account" title={now.me.email}>
        Account
      </a>
      <button class="button" type="button" onClick={() => attempt(signOut())}>
        Sign out
      </button>
      {now.me.impersonated_by !== null && (
        <button class="button button-bad" type="button" onClick={() => attempt(stopActing())}>
          Stop acting as {now.me.name}
        </button>
      )}
      <ProblemNote problem={problem.value} />
    </div>
  );
}
