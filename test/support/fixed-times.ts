/** The moment at which, for whom a page is drawn, all of its data was made. */
const FIXED_MS = Date.UTC(2026, 0, 14, 9, 0, 0);
/** So much later somebody looks at it. */
const LOOKED_AT_MS = FIXED_MS + 90 * 60_000;

/**
 * Makes the script that gives a page the same times in each run, whenever that is: what happened since `beganMs` happened at
 * full hours after FIXED_MS, what a test said of before stands as long before that. What the page asks for is moved back in
 * the same way. `beganMs` is a full minute, so that what is kept in steps keeps its steps. How many requests the page waits for
 * stands in `underWay`.
 */
export function fixedTimes(beganMs: number): string {
  return `(${SHIFT})(${JSON.stringify({ beganMs, fixedMs: FIXED_MS, lookedAtMs: LOOKED_AT_MS })})`;
}

/** When a page of fixed times is looked at. */
export function lookedAt(): Date {
  return new Date(LOOKED_AT_MS);
}

/** It is given as text, as tests have no types of a browser. */
const SHIFT = `({ beganMs, fixedMs, lookedAtMs }) => {
  const HOUR = 3600000;
  const TIME = /\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:\\d\\d)/g;
  const shown = (isExact) => (text) => {
    const since = Date.parse(text) - beganMs;
    return new Date(fixedMs + (since < 0 || isExact ? since : Math.floor(since / HOUR) * HOUR)).toISOString();
  };
  const asked = (text) => new Date(Date.parse(text) - fixedMs + beganMs).toISOString();
  const send = globalThis.fetch;
  globalThis.underWay = 0;
  globalThis.fetch = async (request) => {
    globalThis.underWay += 1;
    try {
      return await ask(request);
    } finally {
      globalThis.underWay -= 1;
    }
  };
  const ask = async (request) => {
    const url = new URL(request.url ?? request, location.href);
    const isHistory = url.pathname.endsWith("/metrics/history");
    if (isHistory) url.searchParams.set("to", new Date(lookedAtMs).toISOString());
    for (const [name, value] of [...url.searchParams]) url.searchParams.set(name, value.replace(TIME, asked));
    const answer = await send(url.href === request.url ? request : new Request(url, request));
    if (!/[/+]json\\b/.test(answer.headers.get("content-type") ?? "")) return answer;
    const text = (await answer.text()).replace(TIME, shown(isHistory));
    const headers = new Headers(answer.headers);
    headers.set("date", new Date(lookedAtMs).toUTCString());
    return new Response(text === "" ? null : text, { status: answer.status, headers });
  };
}`;
