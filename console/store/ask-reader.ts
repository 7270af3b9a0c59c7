import type { Signal } from "@preact/signals";

type Send = (request: Request) => Promise<Response>;

/** A question that the reader is asked; `end` says whether they did what it takes. */
export type Question = Readonly<{ end: (isDone: boolean) => void }>;

/**
 * Makes of a way to send one that asks the reader where an answer wants that, once for all requests that wait for it, and sends
 * the request again once they did what it takes.
 */
export function askingReader(
  send: Send,
  question: Signal<Question | undefined>,
  isWanted: (response: Response, request: Request) => boolean | Promise<boolean>,
): Send {
  let asked: Promise<boolean> | undefined;
  const ask = (): Promise<boolean> =>
    (asked ??= new Promise<boolean>((resolve) => {
      question.value = { end: resolve };
    }).finally(() => {
      asked = undefined;
      question.value = undefined;
    }));
  return async (request) => {
    const again = request.clone();
    const response = await send(request);
    return (await isWanted(response, request)) && (await ask()) ? send(again) : response;
  };
}
