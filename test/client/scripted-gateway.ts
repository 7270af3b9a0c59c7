import { createBerth, type Berth } from "../../client/main.ts";

/** What a scripted gateway does with one request: an answer, or no answer at all. */
export type Scripted = Response | "no answer";

/** A gateway that gives its answers in turn, and what it was asked. */
type ScriptedGateway = Readonly<{ berth: Berth; asked: Request[] }>;

/** Makes a JSON answer. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

/** Makes an answer whose body breaks off after `text`; with "end" it ends there, with "silent" nothing comes any more. */
export function stream(text: string, then: "breaks" | "end" | "silent" = "breaks"): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: (controller) => {
      if (then === "breaks") controller.error(new TypeError("terminated"));
      if (then === "end") controller.close();
    },
  });
  return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
}

/** Creates a client whose gateway answers as the script says; waits between repetitions take a millisecond. */
export function scriptedGateway(script: readonly Scripted[]): ScriptedGateway {
  const asked: Request[] = [];
  const left = [...script];
  const answer = (request: Request): Promise<Response> => {
    asked.push(request.clone());
    const next = left.shift();
    if (next === undefined) throw new Error(`nothing is scripted for ${request.method} ${request.url}`);
    return next === "no answer" ? Promise.reject(new TypeError("fetch failed")) : Promise.resolve(next);
  };
  const retries = { firstWaitMs: 1, longestWaitMs: 1 };
  return { berth: createBerth({ url: "https://berth.example.org", key: "brt_key", fetch: answer, retries }), asked };
}
