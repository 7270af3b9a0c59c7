import { Agent, fetch, type RequestInit } from "undici";

/** Says that a provider cannot be used now: it did not answer in time, or said that it cannot. */
export class ProviderAway extends Error {
  override readonly name = "ProviderAway";
}
/** Says that a provider answered what it never should. */
export class ProviderBroken extends Error {
  override readonly name = "ProviderBroken";
}

/** Asks a provider; the whole answer is there when it resolves, and it always settles before the deadline. */
export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>;

const ANSWER_BYTES_MAX = 1_048_576;
/** These carry no body. */
const EMPTY = [101, 103, 204, 205, 304];

/**
 * Creates the way to ask providers. Nothing is tried again: a person waits, and a code can be traded only once.
 * Redirects are not followed, so that no secret goes where nobody meant it to go.
 */
export function createProviderFetch(timeoutMs: number): ProviderFetch {
  const dispatcher = new Agent({ connect: { timeout: timeoutMs }, maxResponseSize: ANSWER_BYTES_MAX });
  return async (url, init) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const answered = await fetch(url, { ...init, signal, dispatcher, redirect: "manual" })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch((cause: unknown) => {
        throw new ProviderAway(signal.aborted ? "No answer in time" : "No answer", { cause });
      });
    const { response, text } = answered;
    const { status } = response;
    if (status >= 500 || status === 429) throw new ProviderAway(`Answered ${status}`);
    if (EMPTY.includes(status) || (status >= 300 && status < 400)) throw new ProviderBroken(`Answered ${status}`);
    return new Response(text, { status, headers: [...response.headers] });
  };
}
