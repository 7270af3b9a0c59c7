import { Agent, request } from "undici";
import { assertLiteralAllowed, createGuardedLookup, type Resolve } from "./guarded-lookup.ts";

/** Says that a document cannot be read now: who has it is away, or somewhere that may not be called. */
export class DocumentAway extends Error {
  override readonly name = "DocumentAway";
}
/** Says that there is no document, or none that would be read to its end. */
export class DocumentRefused extends Error {
  override readonly name = "DocumentRefused";
}

/** Reads the text of the document at a URL. */
export type FetchDocument = (url: string) => Promise<string>;

/** The bounds of reading; `allowPrivate` lifts the rule of addresses and lets plain http pass. */
export type ClientDocumentOptions = Readonly<{ allowPrivate?: boolean; timeoutMs?: number; resolve?: Resolve }>;

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 16_384;

/**
 * Creates the reader of documents that describe applications (Client ID Metadata Documents). Whoever asks for one is nobody
 * yet: addresses are judged at connect time, redirects are not followed, and neither time nor size is up to the other side.
 */
export function createClientDocuments(options: ClientDocumentOptions = {}): FetchDocument {
  const { allowPrivate = false, timeoutMs = TIMEOUT_MS, resolve } = options;
  const dispatcher = new Agent({
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: createGuardedLookup(resolve) }) },
    keepAliveTimeout: 1,
    maxHeaderSize: 16_384,
    maxResponseSize: BYTES_MAX,
  });
  return async (url) => {
    const { protocol, hostname } = new URL(url);
    if (!allowPrivate && protocol !== "https:") throw new DocumentRefused("Only https is read");
    const answered = await ask(url, hostname).catch((cause: unknown) => {
      // Which of the two it was would tell what is at addresses that only we can reach.
      throw (cause as { code?: unknown }).code === TOO_LARGE
        ? new DocumentRefused(`Longer than ${BYTES_MAX} bytes`, { cause })
        : new DocumentAway("No answer", { cause });
    });
    const { status, text } = answered;
    if (status >= 500 || status === 429) throw new DocumentAway(`Answered ${status}`);
    if (status !== 200) throw new DocumentRefused(`Answered ${status}`);
    return text;
  };

  async function ask(url: string, hostname: string): Promise<Readonly<{ status: number; text: string }>> {
    if (!allowPrivate) assertLiteralAllowed(hostname);
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await request(url, { headers: { accept: "application/json" }, dispatcher, signal });
    return { status: response.statusCode, text: await response.body.text() };
  }
}

const TOO_LARGE = "UND_ERR_RES_EXCEEDED_MAX_SIZE";
