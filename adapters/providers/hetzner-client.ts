/**
 * Reads Hetzner Cloud's catalogue.
 * 1. Each reading has one deadline, all its pages and the one repetition of a request included.
 * 2. A connection that breaks and a 5xx are tried once more; what was refused or makes no sense is not.
 * 3. A used-up budget of requests stops all readings until it has refilled somewhat: they fail without a request.
 */
import type { SecretText } from "../../contract/secret-text.ts";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { z } from "zod";
import {
  hetznerAway,
  hetznerBusy,
  hetznerNonsense,
  hetznerRefusal,
  isRateLimited,
  rateLimitPauseMs,
} from "./hetzner-faults.ts";
import { hetznerLocation, hetznerMeta, hetznerPricing, hetznerServerType } from "./hetzner-protocol.ts";
import type { HetznerLocation, HetznerServerType } from "./hetzner-protocol.ts";

/** How to reach Hetzner. */
type HetznerOptions = Readonly<{ url: string; token: SecretText; timeoutMs?: number; nowMs?: () => number }>;
/** Reads what Hetzner offers; a fault is a BerthError whose public message names Hetzner. */
export type HetznerClient = Readonly<{
  locations: () => Promise<readonly HetznerLocation[]>;
  serverTypes: () => Promise<readonly HetznerServerType[]>;
  /** Answers the net price of a GB of volume a month, in EUR. */
  volumePrice: () => Promise<string>;
}>;

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 8_388_608;
const PAGES_MAX = 20;
const ATTEMPTS_MAX = 2;
const RETRY_MS = 200;

type Answer = Readonly<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }>;
type Get = <T>(path: string, shape: z.ZodType<T>, signal: AbortSignal) => Promise<T>;

/** Creates a client of Hetzner Cloud's API. */
export function createHetznerClient(options: HetznerOptions): HetznerClient {
  const { timeoutMs = TIMEOUT_MS } = options;
  const get = createGet(options);
  const deadline = (): AbortSignal => AbortSignal.timeout(timeoutMs);
  return {
    locations: () => everyPage(get, "locations", hetznerLocation, deadline()),
    serverTypes: () => everyPage(get, "server_types", hetznerServerType, deadline()),
    async volumePrice() {
      const { pricing } = await get("/pricing", hetznerPricing, deadline());
      if (pricing.currency !== "EUR") throw hetznerNonsense(`Hetzner's prices are in ${pricing.currency}`);
      return pricing.volume.price_per_gb_month.net;
    },
  };
}

function createGet({ url, token, timeoutMs = TIMEOUT_MS, nowMs = Date.now }: HetznerOptions): Get {
  const dispatcher = new Agent({ connect: { timeout: timeoutMs }, maxResponseSize: ANSWER_BYTES_MAX });
  const headers = { authorization: `Bearer ${token.reveal()}`, accept: "application/json" };
  let pausedUntilMs = 0;
  const ask = async (path: string, signal: AbortSignal): Promise<Answer> => {
    const { statusCode: status, headers: answered, body } = await request(url + path, { headers, dispatcher, signal });
    return { status, headers: answered, text: await body.text() };
  };
  return async (path, shape, signal) => {
    if (nowMs() < pausedUntilMs) throw hetznerBusy(pausedUntilMs - nowMs());
    const answer = await askPatiently(() => ask(path, signal), signal);
    const isRefused = isRateLimited(answer);
    const pauseMs = rateLimitPauseMs(answer.headers, nowMs());
    if (isRefused || answer.headers["ratelimit-remaining"] === "0") pausedUntilMs = nowMs() + pauseMs;
    if (isRefused) throw hetznerBusy(pauseMs);
    if (answer.status !== 200) throw hetznerRefusal(answer);
    return parse(answer.text, shape, path);
  };
}

/** Reads are safe to repeat; one repetition, within the same deadline, is all that a fault gets. */
async function askPatiently(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS_MAX;
    try {
      const answer = await ask();
      if (answer.status < 500 || isLast) return answer;
      await delay(RETRY_MS, undefined, { signal });
    } catch (error) {
      if (isLast || signal.aborted) throw hetznerAway(error);
    }
  }
}

function parse<T>(text: string, shape: z.ZodType<T>, path: string): T {
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw hetznerNonsense(`Hetzner answered ${path} in an unexpected shape`, error);
  }
}

async function everyPage<T>(get: Get, member: string, item: z.ZodType<T>, signal: AbortSignal): Promise<T[]> {
  const shape = z
    .object({ [member]: z.array(item), meta: hetznerMeta })
    .transform((page) => ({ items: page[member] as T[], meta: page.meta as z.infer<typeof hetznerMeta> }));
  const items: T[] = [];
  for (let page: number | null = 1, read = 1; page !== null; read += 1) {
    const { items: more, meta }: z.infer<typeof shape> = await get(
      `/${member}?page=${page}&per_page=50`,
      shape,
      signal,
    );
    items.push(...more);
    page = meta.pagination.next_page;
    if (read === PAGES_MAX && page !== null) throw hetznerNonsense(`Hetzner answered /${member} without an end`);
  }
  return items;
}
