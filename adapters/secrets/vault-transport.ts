import { Agent, request } from "undici";

/** What node-vault asks to be sent. */
type Sent = Readonly<{
  method: "GET" | "POST" | "DELETE";
  uri: string;
  headers: Readonly<Record<string, string>>;
  json?: unknown;
  timeout: number;
}>;
type Answer = Readonly<{ statusCode: number; body: unknown; request: Readonly<{ path: string }> }>;

/** More than Vault answers to anything that is asked here: a secret has at most 1 MiB there. */
const VAULT_ANSWER_BYTES_MAX = 4_194_304;

/**
 * Sends what node-vault asks for in place of its own client, which reads answers of any length. Its faults carry a code and
 * nothing else: neither the token nor what was sent.
 */
export const BOUNDED_REQUESTS = { defaults: (): typeof send => send };

const dispatcher = new Agent({ maxResponseSize: VAULT_ANSWER_BYTES_MAX });

async function send({ method, uri, headers, json, timeout }: Sent): Promise<Answer> {
  const signal = AbortSignal.timeout(timeout);
  try {
    const isObject = typeof json === "object" && json !== null;
    const body = isObject ? { body: JSON.stringify(json) } : {};
    const type = isObject ? { "content-type": "application/json" } : {};
    const answer = await request(uri, { method, headers: { ...headers, ...type }, ...body, dispatcher, signal });
    const text = await answer.body.text();
    return { statusCode: answer.statusCode, body: parse(text), request: { path: new URL(uri).pathname } };
  } catch (error) {
    const code = signal.aborted ? "ETIMEDOUT" : (error as { code?: unknown }).code;
    throw Object.assign(new Error("Vault gave no answer"), { code });
  }
}

/** What is no JSON stays a text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
