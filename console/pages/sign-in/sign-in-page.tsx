import type { VNode } from "preact";
import { Doorway } from "../../parts/doorway.tsx";
import { SignIn } from "../../parts/sign-in.tsx";

/** The page of whoever is not signed in. */
export function SignInPage(): VNode {
  return (
    <SignIn frame={Doorway} title="Sign in">
      <p class="faint">
        No account yet? <a href="/register">Register</a>
      </p>
    </SignIn>
  );
}
