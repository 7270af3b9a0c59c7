import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import type { Output } from "../../../client/operation-types.ts";
import { Doorway } from "../../parts/doorway.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { session } from "../../store/session.ts";
import { useRead } from "../../store/use-read.ts";
import { Answer } from "./answer.tsx";

type Preview = Output<"previewInvitation">;

/** Somebody was invited: by whom, into what, and the way in, with an account or without. */
export function InvitationPage(): VNode {
  const { path } = useLocation();
  const token = decodeURIComponent(path.split("/")[2] ?? "");
  const { value: told, problem } = useRead(`invitation ${token}`, (signal) =>
    berth.previewInvitation({ path: { token } }, { signal }),
  );
  useEffect(() => {
    document.title = "Invitation – Berth";
  }, []);
  return (
    <Doorway title={told?.organization_name ?? "Invitation"}>
      {problem?.code === "not_found" ? (
        <p class="note note-bad" role="alert">
          This invitation does not exist, or was revoked. Ask whoever invited you for another one.
        </p>
      ) : (
        <ProblemNote problem={problem} />
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
