import { signal } from "@preact/signals";
import { askingReader, type Question } from "./ask-reader.ts";

/** What waits until the reader has proven who they are. */
export const waitingProof = signal<Question | undefined>(undefined);

/** Sends a request; where the gateway wants a fresh proof of who it is, the reader is asked for it, and the request is sent again. */
export const provingFetch = askingReader((request) => fetch(request), waitingProof, isProofWanted);

async function isProofWanted(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as Readonly<{ code?: unknown }> | undefined;
  return body?.code === "fresh_proof_required";
}
