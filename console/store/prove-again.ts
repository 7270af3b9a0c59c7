import { signal } from "@preact/signals";

/** What waits until the reader has proven who they are; `end` says whether they did. */
export const waitingProof = signal<Readonly<{ end: (isProven: boolean) => void }> | undefined>(undefined);

let asked: Promise<boolean> | undefined;

/** Sends a request; where the gateway wants a fresh proof of who it is, the reader is asked for it, and the request is sent again. */
export async function provingFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(request);
  if (response.status !== 403 || !(await isProofWanted(response.clone()))) return response;
  asked ??= new Promise<boolean>((resolve) => {
    waitingProof.value = { end: resolve };
  }).finally(() => {
    asked = undefined;
    waitingProof.value = undefined;
  });
  return (await asked) ? fetch(again) : response;
}

async function isProofWanted(response: Response): Promise<boolean> {
  const body = (await response.json().catch(() => undefined)) as Readonly<{ code?: unknown }> | undefined;
  return body?.code === "fresh_proof_required";
}
