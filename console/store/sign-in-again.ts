import { signal } from "@preact/signals";
import { askingReader, type Question } from "./ask-reader.ts";
import { provingFetch } from "./prove-again.ts";
import { session } from "./session.ts";

/** What waits until who was there before has signed in again. */
export const overSession = signal<Question | undefined>(undefined);

/** Of these a 401 says that what was shown is wrong, or that nobody is signed in yet. */
const SIGNS_IN = /\/auth\/(login|me$|proof)/;

/** Sends a request; where the reader's session is over, they are asked to sign in, and the request is sent again (docs/adr/0150). */
export const signedInFetch = askingReader(
  provingFetch,
  overSession,
  ({ status }, { url }) => status === 401 && session.peek().state === "in" && !SIGNS_IN.test(url),
);
