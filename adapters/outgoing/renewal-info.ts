import { Agent, request } from "undici";
import { z } from "zod";
import { keepAnswer } from "../keep-answer.ts";

/** What an authority says of a certificate's renewal (ACME Renewal Information, RFC 9773). */
export type RenewalInfo =
  /** The authority offers none. */
  | Readonly<{ kind: "unoffered" }>
  | Readonly<{
      kind: "told";
      startMs: number;
      endMs: number;
      /** Plain ASCII without spaces, by https; its host is the authority's choice. */
      explanationUrl?: string | undefined;
      /** After how long it wants to be asked again. */
      retryAfterMs?: number | undefined;
    }>;

/** Asks an authority about a certificate, by the id that it has there; rejects where that says nothing of use. */
export type AskRenewalInfo = (certificateId: string) => Promise<RenewalInfo>;

/** Who is asked, and how that one is known where nobody known has signed it. */
type RenewalInfoOptions = Readonly<{ directory: string; ca?: string | undefined; timeoutMs?: number }>;

type Answer = Readonly<{ text: string; retryAfter: string | undefined }>;

const TIMEOUT_MS = 10_000;
const BYTES_MAX = 65_536;
const DIRECTORY_FRESH_MS = 24 * 3_600_000;
const EXPLANATION_MAX = 200;

const directoryOf = z.looseObject({ renewalInfo: z.string().max(500).optional() });
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const infoOf = z.looseObject({
  suggestedWindow: z.looseObject({ start: time, end: time }).refine(({ start, end }) => start < end),
  // Whatever it is, the window counts.
  explanationURL: z.unknown().optional(),
});

/**
 * Creates what asks one authority. Whoever runs the platform has chosen it, at whatever address; it leads nowhere else: redirects are not
 * followed, what is asked lies at the directory's own origin, and neither time nor size is up to the other side.
 */
export function createRenewalInfoAsker({ directory, ca, timeoutMs = TIMEOUT_MS }: RenewalInfoOptions): AskRenewalInfo {
  const dispatcher = new Agent({
    connect: { timeout: timeoutMs, ...(ca === undefined ? {} : { ca }) },
    keepAliveTimeout: 1,
    maxHeaderSize: 16_384,
    maxResponseSize: BYTES_MAX,
  });
  const baseUrl = keepAnswer(async () => baseOf(directory, (await ask(directory)).text), DIRECTORY_FRESH_MS);

  return async (certificateId) => {
    const base = await baseUrl();
    if (base === undefined) return { kind: "unoffered" };
    return readInfo(await ask(`${base}/${certificateId}`));
  };

  async function ask(url: string): Promise<Answer> {
    // RFC 8555, 6.1: who does not say who asks may be refused.
    const headers = { accept: "application/json", "user-agent": "berth-renewal-info" };
    const response = await request(url, { headers, dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`The authority answered ${response.statusCode}`);
    const { "retry-after": retryAfter } = response.headers;
    return { text, retryAfter: typeof retryAfter === "string" ? retryAfter : undefined };
  }
}

function baseOf(directory: string, text: string): string | undefined {
  const { renewalInfo } = directoryOf.parse(JSON.parse(text));
  if (renewalInfo === undefined) return undefined;
  const { origin, pathname, search, hash } = new URL(renewalInfo);
  if (origin !== new URL(directory).origin || search !== "" || hash !== "")
    throw new Error("The directory leads elsewhere for renewal information");
  return `${origin}${pathname.replace(/\/$/, "")}`;
}

function readInfo({ text, retryAfter }: Answer): RenewalInfo {
  const { suggestedWindow, explanationURL } = infoOf.parse(JSON.parse(text));
  const { start: startMs, end: endMs } = suggestedWindow;
  return {
    kind: "told",
    startMs,
    endMs,
    explanationUrl: explanationOf(explanationURL),
    retryAfterMs: retryAfterOf(retryAfter),
  };
}

/** People read it beside our own words: it is nothing but an address, and says nothing by itself. */
function explanationOf(given: unknown): string | undefined {
  if (typeof given !== "string" || given.length > EXPLANATION_MAX) return undefined;
  if (!/^https:\/\/[A-Za-z0-9:/?&=._~%#+-]+$/.test(given) || !URL.canParse(given)) return undefined;
  const { href } = new URL(given);
  return href.length <= EXPLANATION_MAX ? href : undefined;
}

function retryAfterOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(given)) return Number(given) * 1000;
  const untilMs = given.endsWith(" GMT") ? Date.parse(given) : NaN;
  return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs - Date.now());
}
