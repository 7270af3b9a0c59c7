import type { ServerResponse } from "node:http";

/** How Mollie misbehaves; `lostAnswer` does what was asked and then cuts the line. */
export type MollieFault =
  "silent" | "cut" | "html500" | "unavailable" | "tooMany" | "malformed" | "nonsense" | "unauthorized" | "lostAnswer";

/** Lists the faults after which nothing was done, with the answer that the platform gives. */
export const MOLLIE_FAULTS: Readonly<Record<Exclude<MollieFault, "lostAnswer">, number>> = {
  silent: 502,
  cut: 502,
  html500: 502,
  unavailable: 502,
  tooMany: 503,
  malformed: 502,
  nonsense: 502,
  unauthorized: 502,
};

/** What a fault's body says; none of it may be seen outside. */
export const MOLLIE_INTERNALS = "internal-detail-of-mollie";

/** Answers as a fault does. */
export function misbehave(fault: Exclude<MollieFault, "lostAnswer">, response: ServerResponse): void {
  if (fault === "silent") return;
  if (fault === "cut") {
    response.destroy();
    return;
  }
  const [status, body, headers] = ANSWERS[fault];
  response.writeHead(status, headers).end(body);
}

const JSON_TYPE = { "content-type": "application/hal+json" };
const ANSWERS = {
  html500: [500, `<html>${MOLLIE_INTERNALS}</html>`, { "content-type": "text/html" }],
  // An hour is what a client that obeys every Retry-After would wait.
  unavailable: [503, JSON.stringify(refuse(503, MOLLIE_INTERNALS).body), { ...JSON_TYPE, "retry-after": "3600" }],
  tooMany: [429, JSON.stringify(refuse(429, MOLLIE_INTERNALS).body), { ...JSON_TYPE, "retry-after": "7" }],
  malformed: [200, `{"resource": "${MOLLIE_INTERNALS}`, JSON_TYPE],
  nonsense: [200, JSON.stringify({ surprise: MOLLIE_INTERNALS }), JSON_TYPE],
  unauthorized: [401, JSON.stringify(refuse(401, MOLLIE_INTERNALS).body), JSON_TYPE],
} as const;

/** Makes an error answer of Mollie's. */
export function refuse(
  status: number,
  detail: string,
  field?: string,
): Readonly<{ status: number; body: Readonly<Record<string, unknown>> }> {
  return { status, body: { status, title: "Error", detail, ...(field !== undefined && { field }), _links: {} } };
}
