import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { Output } from "../../../client/operation-types.ts";
import { Doorway } from "../../parts/doorway.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { session } from "../../store/session.ts";
import { toProblem, type Problem } from "../../view/problem.ts";
import { Answer } from "./answer.tsx";

type Preview = Output<"previewInvitation">;

/** Somebody was invited: by whom, into what, and the way in, with an account or without. */
export function InvitationPage(): VNode {
  const { path } = useLocation();
  const token = decodeURIComponent(path.split("/")[2] ?? "");
  const preview = useSignal<Preview | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  useEffect(() => {
    document.title = "Invitation – Berth";
    berth.previewInvitation({ path: { token } }).then(
      (told) => (preview.value = told),
      (error: unknown) => (problem.value = toProblem(error)),
    );
  }, [token]);
  const told = preview.value;
  return (
    <Doorway title={told?.organization_name ?? "Invitation"}>
      {problem.value?.code === "not_found" ? (
        <p class="note note-bad" role="alert">
          This invitation does not exist, or was revoked. Ask whoever invited you for another one.
        </p>
      ) : (
        <ProblemNote problem={problem.value} />
      )}
      {told !== undefined && <Told token={token} preview={told} />}
    </Doorway>
  );
}

function Told({ token, preview }: Readonly<{ token: string; preview: Preview }>): VNode {
  const now = session.value;
  const { invited_email_masked: address, inviter_name: inviter, status, expires_at: end } = preview;
  if (status !== "pending")
    return (
      <>
        <p>This invitation is {status}.</p>
        <p>
          <a href="/">To Berth</a>
        </p>
      </>
    );
  return (
    <>
      <p>
        {inviter ?? "Somebody"} invites you. It is for <b>{address}</b>, and ends <When at={end} />.
      </p>
      {now.state === "in" ? <Answer token={token} email={now.me.email} /> : <WaysIn token={token} />}
    </>
  );
}

function WaysIn({ token }: Readonly<{ token: string }>): VNode {
  const id = encodeURIComponent(token);
  return (
    <div class="stack">
      <a class="button button-first" href={`/register?invitation=${id}`}>
        Make an account
      </a>
      <a class="button" href={`/invitations/${id}?sign-in`}>
        Sign in with the one you have
      </a>
    </div>
  );
}
