import { ipKeyGenerator } from "express-rate-limit";
import type { Request, RequestHandler, Response } from "express";
import { BerthError } from "../../contract/errors.ts";
import type { Proof } from "./credentials.ts";
import { RequestWindows } from "./request-windows.ts";
import { stateOf } from "./request-state.ts";

const KNOWN_MAX = 50_000;

/** How many credentials of one user can be used to the full at the same time. */
const BUCKETS_PER_USER = 4;

/**
 * Remembers credentials that were valid lately: only those have a bucket of their own. Whoever invents credentials
 * uses up the bucket of their address. Beside it each user has one, for fifty keys are one person's.
 */
export class KnownCredentials {
  readonly #known = new Map<string, string>();

  /** Notes a credential that was found valid, and whose it is. */
  add(proof: Proof, userId = ""): void {
    const key = keyOf(proof);
    if (key === undefined || this.#known.has(key)) return;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(key, userId);
  }

  /** Names the user of a request, as far as the credential is known. */
  userOf(proof: Proof): string | undefined {
    const key = keyOf(proof);
    return key === undefined ? undefined : this.#known.get(key) || undefined;
  }

  /** Names the bucket of a request. */
  bucketOf(proof: Proof, address: string): string {
    const key = keyOf(proof);
    return key !== undefined && this.#known.has(key) ? key : ipKeyGenerator(address);
  }
}

function keyOf(proof: Proof): string | undefined {
  if (proof.kind === "service") return `service:${proof.name}`;
  return proof.kind === "credential" ? proof.credential.hash.toString("latin1") : undefined;
}

type Rates = Readonly<{ perSecond: number; burst: number }>;

/** Counts a request in its bucket, and refuses it where that is full. */
export type Limit = (request: Request, response: Response) => void;

/** Makes a step of a limit. */
export function stepOf(limit: Limit): RequestHandler {
  return (request, response, next) => {
    limit(request, response);
    next();
  };
}

/** Limits requests per principal. */
export function limitRate(rates: Rates, known: KnownCredentials): Limit {
  return limitBy(rates, (request, response) => {
    const { route, proof } = stateOf(response);
    return route.operation.group === "health" ? undefined : known.bucketOf(proof, request.ip ?? "");
  });
}

/** Limits requests per credential where no operation is known yet. */
export function limitCredentials(rates: Rates, known: KnownCredentials): Limit {
  return limitBy(rates, (request, response) => known.bucketOf(stateOf(response).proof, request.ip ?? ""));
}

/** Limits requests per user, with whatever credentials. */
export function limitUsers({ perSecond, burst }: Rates, known: KnownCredentials): Limit {
  const rates = { perSecond: perSecond * BUCKETS_PER_USER, burst: burst * BUCKETS_PER_USER };
  return limitBy(rates, (_request, response) => known.userOf(stateOf(response).proof));
}

/** Limits requests per address, where nobody is known yet. */
export function limitAddresses(rates: Rates): Limit {
  return limitBy(rates, (request) => ipKeyGenerator(request.ip ?? ""));
}

/** The bucket that a request counts in; undefined where it counts in none. */
type BucketOf = (request: Request, response: Response) => string | undefined;

/**
 * Limits requests by bucket, and says so in the headers of the IETF's draft 8. Windows are as long as a burst takes at the
 * allowed rate.
 */
function limitBy({ perSecond, burst }: Rates, bucketOf: BucketOf): Limit {
  const windowMs = Math.max(1_000, Math.ceil((burst / perSecond) * 1_000));
  const limit = Math.max(burst, Math.ceil((windowMs / 1_000) * perSecond));
  const windows = new RequestWindows(windowMs);
  const name = `"${limit}-in-${windowMs / 1_000}sec"`;
  const policy = `${name}; q=${limit}; w=${Math.ceil(windowMs / 1_000)}; pk=`;
  return (request, response) => {
    const key = bucketOf(request, response);
    if (key === undefined) return;
    const nowMs = performance.now();
    const { hits, endsAtMs, partition } = windows.count(key, nowMs);
    const seconds = Math.ceil((endsAtMs - nowMs) / 1_000);
    response.appendHeader("RateLimit", `${name}; r=${Math.max(limit - hits, 0)}; t=${seconds}`);
    response.appendHeader("RateLimit-Policy", `${policy}:${partition}:`);
    if (hits > limit) throw new BerthError("rate_limited", { retryAfterSeconds: Math.max(1, seconds) });
  };
}
