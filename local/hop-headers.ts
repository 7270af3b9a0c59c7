import type { IncomingHttpHeaders } from "node:http";

/** Headers of one connection, and what only a front says. */
const HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|upgrade|forwarded|x-forwarded-.*|x-real-ip|expect)$/;

/** Lists the headers that go on through a front. */
export function withoutHopHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.test(name)));
}
