import { signal } from "@preact/signals";
import { provingFetch } from "./prove-again.ts";
import { session } from "./session.ts";

/** What waits until somebody has signed in again; `end` says whether it is who was there before. */
export const overSession = signal<Readonly<{ end: (isSame: boolean) => void }> | undefined>(undefined);

/** Of these a 401 says that what was shown is wrong, or that nobody is signed in yet. */
const SIGNS_IN = /\/auth\/(login|me$|proof)/;

let asked: Promise<boolean> | undefined;

/** Sends a request; where the reader's session is over, they are asked to sign in, and the request is sent again (docs/adr/0150). */
export async function signedInFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await provingFetch(request);
  const isOver = response.status === 401 && session.peek().state === "in" && !SIGNS_IN.test(request.url);
  return isOver && (await isSignedInAgain()) ? provingFetch(again) : response;
}

function isSignedInAgain(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    overSession.value = { end: resolve };
  }).finally(() => {
    asked = undefined;
    overSession.value = undefined;
  });
  return asked;
}
