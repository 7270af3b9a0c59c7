import type { SecretText } from "../../contract/secret-text.ts";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { GitError } from "./git-error.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** The server; credentials are read anew for every request, so that a rotated token is picked up. */
export type HttpOptions = Readonly<{
  url: string;
  credentials: () => Readonly<{ username: string; token: SecretText }> | undefined;
  timeoutMs?: number;
  answerBytesMax?: number;
  ca?: string;
}>;

/** One request below the repository's URL. */
type HttpCall = Readonly<{
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  signal?: AbortSignal;
}>;

/** An answer read to its end. */
type HttpAnswer = Readonly<{ status: number; contentType: string; body: Buffer }>;

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 512 * 1024 * 1024;

/** Talks to one repository over connections that stay open; follows no redirect, puts no credential into an error. */
export class HttpClient {
  readonly base: string;
  readonly #options: HttpOptions;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #request: typeof httpRequest;

  constructor(options: HttpOptions) {
    const url = new URL(options.url);
    if (url.username !== "" || url.password !== "") {
      throw new GitError("InvalidPath", "Expected a Git URL without credentials in it");
    }
    const secure = url.protocol === "https:";
    this.base = `${url.origin}${withoutEndSlashes(url.pathname)}`;
    this.#options = options;
    this.#request = secure ? httpsRequest : httpRequest;
    this.#agent = secure ? new HttpsAgent({ keepAlive: true, ca: options.ca }) : new HttpAgent({ keepAlive: true });
  }

  /** Sends one request; any answer but 200 is an error. */
  async send(call: HttpCall): Promise<HttpAnswer> {
    const answer = await this.sendRaw(call);
    if (answer.status !== 200) throw new GitError("GitUnavailable", answered(answer.status));
    return answer;
  }

  /** Sends one request and hands every answer back. */
  async sendRaw({ path, headers, body, signal }: HttpCall): Promise<HttpAnswer> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS);
    const options: RequestOptions = {
      agent: this.#agent,
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, ...this.#authorization(), ...(body && { "content-length": body.length }) },
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    };
    try {
      return await this.#exchange(`${this.base}/${path}`, options, body);
    } catch (error) {
      if (error instanceof GitError) throw error;
      if (timeout.aborted) throw new GitError("GitUnavailable", "The Git server did not answer in time", true);
      throw new GitError("GitUnavailable", reasonOf(error));
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #authorization(): Record<string, string> {
    const credentials = this.#options.credentials();
    if (credentials === undefined) return {};
    const pair = Buffer.from(`${credentials.username}:${credentials.token.reveal()}`).toString("base64");
    return { authorization: `Basic ${pair}` };
  }

  #exchange(url: string, options: RequestOptions, body: Buffer | undefined): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const request = this.#request(url, options, (response) => {
        readBody(response, this.#options.answerBytesMax ?? ANSWER_BYTES_MAX).then(
          (bytes) =>
            resolve({
              status: response.statusCode ?? 0,
              contentType: response.headers["content-type"] ?? "",
              body: bytes,
            }),
          reject,
        );
      });
      request.on("error", reject);
      request.end(body);
    });
  }
}

/** Names an answer that is none; who reads the log should not take an expired token for an outage. */
export function answered(status: number): string {
  const refused = status === 401 || status === 403;
  return `The Git server answered ${status}${refused ? ": it does not accept the operator's token" : ""}`;
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bytesMax) throw new GitError("GitUnavailable", "The Git server's answer is too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Names the fault by its code only: a message of Node's may hold the address with all that stands in it. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
  return `The Git server cannot be reached (${code})`;
}
