import { setTimeout as pause } from "node:timers/promises";
import NodeVault from "node-vault";
import { BerthError } from "../../contract/errors.ts";
import type { SecretText } from "../../contract/secret-text.ts";
import { BOUNDED_REQUESTS } from "./vault-transport.ts";

/** How Vault knows us; what is read anew each time may have been rotated. */
export type VaultAuth =
  | Readonly<{ kind: "token"; token: () => SecretText }>
  | Readonly<{ kind: "kubernetes"; mount: string; role: string; jwt: () => SecretText }>;
/** Where Vault is; OpenBao speaks the same protocol. */
export type VaultAddress = Readonly<{
  url: string;
  namespace: string | undefined;
  auth: VaultAuth;
  /** Is asked right before anything is changed; what it throws ends the call. */
  beforeWrite?: () => void;
}>;
type Answer = Readonly<{ status: number; body: unknown }>;
type Sent = Readonly<{ body?: unknown; timeoutMs?: number }>;
type Method = "GET" | "POST" | "DELETE";
type Login = Readonly<{ client_token: string; lease_duration: number }>;

const TIMEOUT_MS = 5_000;
const RETRY_PAUSE_MS = 200;
/** Of the time that a token is good for, the part after which it is renewed. */
const RENEW_AT = 2 / 3;

/**
 * Speaks to one Vault:
 *
 * 1. a service account logs in before its first call and again at two thirds of its lease; a token is used as it is, and
 *    renewed at two thirds of its time when it can be;
 * 2. a call that Vault forbids is repeated once with a fresh login: a revoked token is no lasting fault;
 * 3. a read whose connection breaks is repeated once; a write never is, its outcome is unknown.
 */
export class VaultSession {
  readonly #address: VaultAddress;
  readonly #client: NodeVault.client;
  readonly #timeoutMs: number;
  #login: Promise<void> | undefined;
  #renewAtMs = Infinity;
  #renewal: NodeJS.Timeout | undefined;

  constructor(address: VaultAddress, timeoutMs = TIMEOUT_MS) {
    this.#address = address;
    this.#timeoutMs = timeoutMs;
    this.#client = NodeVault({
      endpoint: address.url,
      ...(address.namespace === undefined ? {} : { namespace: address.namespace }),
      // The library's own debug lines carry the values.
      debug: () => undefined,
      "request-promise": BOUNDED_REQUESTS,
    });
  }

  /** Reads; undefined when there is nothing. */
  async read(path: string): Promise<unknown> {
    const answer = await this.#allowed(async () => {
      try {
        return await this.#send("GET", path);
      } catch (error) {
        // What took all its time once is not waited for again.
        if (isTimeout(error)) throw away(error);
        await pause(RETRY_PAUSE_MS);
        return this.#send("GET", path).catch((error: unknown) => {
          throw away(error);
        });
      }
    });
    if (answer.status === 404) return undefined;
    if (answer.status >= 400) throw away(answer);
    return answer.body;
  }

  /** Lists the names in a folder; none when there is nothing. */
  async list(folder: string): Promise<readonly string[]> {
    const answer = await this.read(`${folder}?list=true`);
    return (answer as { data: { keys: string[] } } | undefined)?.data.keys ?? [];
  }

  /** Writes or deletes; the answer tells what Vault made of it, a check-and-set that failed is status 400. */
  async write(method: "POST" | "DELETE", path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#allowed(() => {
      this.#address.beforeWrite?.();
      return this.#send(method, path, { body }).catch((error: unknown) => {
        throw wasSent(error) ? unknownOutcome(error) : away(error);
      });
    });
    if (answer.status >= 500 || answer.status === 429)
      throw answer.status === 503 ? away(answer) : unknownOutcome(answer);
    return answer;
  }

  /** Fails while Vault is sealed, away, or does not know us. */
  async ping(timeoutMs: number): Promise<void> {
    const health = (await this.#send("GET", "sys/health", { timeoutMs }).catch((error: unknown) => {
      throw away(error);
    })) as Answer & { body: { initialized?: boolean; sealed?: boolean } };
    if (health.body.sealed === true || health.body.initialized === false) throw away(health);
    const self = await this.#allowed(() => this.#send("GET", "auth/token/lookup-self", { timeoutMs }));
    if (self.status >= 400) throw away(self);
  }

  close(): void {
    clearTimeout(this.#renewal);
  }

  async #allowed(call: () => Promise<Answer>): Promise<Answer> {
    await this.#signIn();
    const answer = await call();
    if (answer.status !== 403) return answer;
    this.#login = undefined;
    await this.#signIn();
    const second = await call();
    if (second.status === 403) throw away(second);
    return second;
  }

  async #signIn(): Promise<void> {
    if (Date.now() >= this.#renewAtMs) this.#login = undefined;
    this.#login ??= this.#authenticate();
    try {
      await this.#login;
    } catch (error) {
      this.#login = undefined;
      throw error instanceof BerthError ? error : away(error);
    }
  }

  async #authenticate(): Promise<void> {
    const { auth } = this.#address;
    if (auth.kind === "token") {
      this.#client.token = auth.token().reveal();
      return this.#keepToken();
    }
    this.#client.token = "";
    const body = { role: auth.role, jwt: auth.jwt().reveal() };
    const answer = await this.#send("POST", `auth/${auth.mount}/login`, { body });
    if (answer.status >= 400) throw away(answer);
    const { client_token: token, lease_duration: leaseSeconds } = (answer.body as { auth: Login }).auth;
    this.#client.token = token;
    this.#renewAtMs = leaseSeconds > 0 ? Date.now() + leaseSeconds * 1000 * RENEW_AT : Infinity;
  }

  /** A token that ends, and may be renewed, is renewed even while nobody calls. */
  async #keepToken(): Promise<void> {
    clearTimeout(this.#renewal);
    const answer = await this.#send("GET", "auth/token/lookup-self");
    const { ttl = 0, renewable = false } = (answer.body as { data?: { ttl?: number; renewable?: boolean } }).data ?? {};
    if (!renewable || ttl <= 0) return;
    this.#renewal = setTimeout(() => this.#renewToken(), Math.min(ttl * 1000 * RENEW_AT, 2 ** 31 - 1)).unref();
  }

  #renewToken(): void {
    // A renewal that fails is made up for by the login that the next refused call brings.
    this.#send("POST", "auth/token/renew-self", { body: {} })
      .catch(() => undefined)
      .then(() => this.#keepToken())
      .catch(() => undefined);
  }

  async #send(method: Method, path: string, { body, timeoutMs = this.#timeoutMs }: Sent = {}): Promise<Answer> {
    const options = { method, path: `/${path}`, timeout: timeoutMs };
    const given = body === undefined ? options : { ...options, json: body };
    const answer = await this.#client.request(given).then(
      (found: unknown) => ({ status: 200, body: found }),
      (error: unknown) => refusalOf(error),
    );
    // What is no JSON comes as a text.
    if (typeof answer.body === "string" && answer.body !== "" && answer.status < 400) throw new NoAnswer("Malformed");
    return answer;
  }
}

/** Stands for the library's own fault, which carries the token and what was sent. */
class NoAnswer extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`Vault gave no answer: ${code}`);
    this.name = "NoAnswer";
    this.code = code;
  }
}

function refusalOf(error: unknown): Answer {
  const { response } = error as Partial<NodeVault.ApiResponseError>;
  if (response?.statusCode === undefined) throw new NoAnswer(codeOf(error));
  return { status: response.statusCode, body: response.body as unknown };
}

const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function wasSent(error: unknown): boolean {
  return !(error instanceof NoAnswer && NEVER_SENT.has(error.code));
}

function isTimeout(error: unknown): boolean {
  return error instanceof NoAnswer && (error.code === "ECONNABORTED" || error.code === "ETIMEDOUT");
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "Unknown";
}

function away(cause: unknown): BerthError {
  return new BerthError("secret_store_unavailable", { cause: describe(cause) });
}

function unknownOutcome(cause: unknown): BerthError {
  return new BerthError("outcome_unknown", {
    cause: describe(cause),
    publicMessage: "The answer of the secret store was lost; read the secret, then repeat if needed.",
  });
}

/** Vault's own texts may quote a path; its status is enough to find it in its log. */
function describe(cause: unknown): Error {
  if (cause instanceof Error) return cause;
  return new Error(`Vault answered ${String((cause as Partial<Answer>).status ?? "nothing")}`);
}
