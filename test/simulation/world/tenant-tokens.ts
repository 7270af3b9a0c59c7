import type { Clock } from "../../../operator/runtime/clock.ts";

const TOKEN_PATH = /\/serviceaccounts\/([^/]+)\/token$/;
const DAY_MS = 24 * 3_600_000;

/** One token that a cluster issued. */
export type IssuedToken = Readonly<{ cluster: string; account: string; token: string; atMs: number; endsAtMs: number }>;

/** Issues tokens as the clusters' API servers do: no longer than they like. */
export class TenantTokens {
  readonly issued: IssuedToken[] = [];
  readonly #clock: Clock;
  /** The longest life that a cluster grants. */
  maxLifeMs = 30 * DAY_MS;
  /** Hears of each. */
  onIssued: (token: IssuedToken) => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Answers a TokenRequest; undefined when it is none. */
  answer(cluster: string, path: string): unknown {
    const account = TOKEN_PATH.exec(path)?.[1];
    if (account === undefined) return undefined;
    const atMs = this.#clock.nowMs();
    const endsAtMs = atMs + Math.min(this.maxLifeMs, 30 * DAY_MS);
    const one = { cluster, account, token: `token-${this.issued.length + 1}`, atMs, endsAtMs };
    this.issued.push(one);
    this.onIssued(one);
    return { status: { token: one.token, expirationTimestamp: new Date(endsAtMs).toISOString() } };
  }

  /** Tells whether a token has ended; what others issued never does. */
  hasEnded(token: string | undefined): boolean {
    const found = this.issued.find((one) => one.token === token);
    return found !== undefined && found.endsAtMs <= this.#clock.nowMs();
  }
}
