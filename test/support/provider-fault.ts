import type { ServerResponse } from "node:http";

/** How a login provider misbehaves. */
export type ProviderFault =
  "cut" | "silent" | "html500" | "html200" | "tooMany" | "malformed" | "null" | "elsewhere" | "huge";

/** Lists the faults that mean "not now"; the others mean "not as it should". */
export const AWAY_FAULTS: readonly ProviderFault[] = ["cut", "silent", "html500", "tooMany", "huge"];
export const BROKEN_FAULTS: readonly ProviderFault[] = ["html200", "malformed", "null", "elsewhere"];

const PAGE = "<html><body>Something went wrong (secret-of-the-provider)</body></html>";

/** Answers as a provider does that has this fault. */
export function misbehave(fault: ProviderFault, response: ServerResponse): void {
  const html = { "content-type": "text/html" };
  const json = { "content-type": "application/json" };
  const answers: Readonly<Record<ProviderFault, () => unknown>> = {
    cut: () => response.destroy(),
    // Never answers; the other side has to give up.
    silent: () => undefined,
    html500: () => response.writeHead(500, html).end(PAGE),
    html200: () => response.writeHead(200, html).end(PAGE),
    tooMany: () => response.writeHead(429, { ...json, "retry-after": "60" }).end("{}"),
    malformed: () => response.writeHead(200, json).end('{"access_token": "x'),
    null: () => response.writeHead(200, json).end("null"),
    elsewhere: () => response.writeHead(302, { location: "http://127.0.0.1:1/steal" }).end(),
    huge: () => response.writeHead(200, json).end(`{"x":"${"x".repeat(3_000_000)}"}`),
  };
  answers[fault]();
}
