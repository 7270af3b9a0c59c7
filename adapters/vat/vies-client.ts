import { Agent, request } from "undici";

/** What the tax offices know of a number; a fault of theirs says nothing about it. */
type VatVerdict =
  | Readonly<{ kind: "valid"; consultation: string | null }>
  | Readonly<{ kind: "invalid" }>
  | Readonly<{ kind: "unknown"; reason: string }>;
/** A VAT number by its prefix and what follows it. */
type VatId = Readonly<{ prefix: string; number: string }>;
/** Asks whether a VAT number is valid; never rejects. */
export type VatCheck = (id: VatId, signal: AbortSignal) => Promise<VatVerdict>;

type Options = Readonly<{ url: string; requester?: VatId | undefined; timeoutMs?: number }>;
type Reply = Readonly<{ valid?: unknown; requestIdentifier?: unknown; errorWrappers?: readonly { error?: unknown }[] }>;

const TIMEOUT_MS = 8_000;
const ANSWER_BYTES_MAX = 65_536;

/** Creates the client of VIES' REST interface; the requester's own number earns a consultation number as evidence. */
export function createViesClient({ url, requester, timeoutMs = TIMEOUT_MS }: Options): VatCheck {
  const dispatcher = new Agent({ connect: { timeout: timeoutMs }, maxResponseSize: ANSWER_BYTES_MAX });
  const from = requester && { requesterMemberStateCode: requester.prefix, requesterNumber: requester.number };
  return async ({ prefix, number }, signal) => {
    try {
      const response = await request(`${url}/check-vat-number`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ countryCode: prefix, vatNumber: number, ...from }),
        dispatcher,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) return { kind: "unknown", reason: `answered ${response.statusCode}` };
      return readVerdict(JSON.parse(text) as Reply);
    } catch (error) {
      return { kind: "unknown", reason: error instanceof SyntaxError ? "answered no JSON" : "did not answer" };
    }
  };
}

/** Only a boolean without an error is an answer: faults come with status 200 too. */
function readVerdict({ valid, requestIdentifier, errorWrappers }: Reply): VatVerdict {
  const fault = errorWrappers?.[0]?.error;
  if (fault !== undefined || typeof valid !== "boolean")
    return { kind: "unknown", reason: typeof fault === "string" ? fault.slice(0, 60) : "answered something else" };
  if (!valid) return { kind: "invalid" };
  const isGiven = typeof requestIdentifier === "string" && requestIdentifier !== "";
  return { kind: "valid", consultation: isGiven ? requestIdentifier.slice(0, 60) : null };
}
