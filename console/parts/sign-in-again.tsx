import type { ComponentChildren, VNode } from "preact";
import { enterSession } from "../store/open-session.ts";
import { useReturn } from "../store/use-return.ts";
import { Dialog } from "./dialog.tsx";
import { SignIn } from "./sign-in.tsx";

/** Stands before a page whose reader's session is over, and hides it: what they had begun is there once they are back. */
export function SignInAgain({ email }: Readonly<{ email: string }>): VNode {
  // Somebody may be signed in by another tab.
  useReturn(() => void enterSession().catch(() => undefined));
  return (
    <SignIn frame={Cover} title="Sign in again" email={email}>
      <p class="faint">
        Your session has ended. What you had begun is still here, and what you had asked for is done once you are back.
      </p>
    </SignIn>
  );
}

function Cover({ title, children }: Readonly<{ title: string; children: ComponentChildren }>): VNode {
  return (
    <Dialog title={title} isCover>
      {children}
    </Dialog>
  );
}
