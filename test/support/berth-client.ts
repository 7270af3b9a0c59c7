/** What a call answered; `body` is parsed JSON, or text where the answer is not JSON. */
export type Answer<T = Record<string, unknown>> = Readonly<{ status: number; headers: Headers; body: T }>;

type Call = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

/** Calls the REST interface as one principal. */
export type BerthClient = Readonly<{
  call: <T = Record<string, unknown>>(...request: Call) => Promise<Answer<T>>;
}>;

/** Creates a client that sends `credentials` (headers) with every call. */
export function createBerthClient(baseUrl: string, credentials: Record<string, string> = {}): BerthClient {
  return {
    call: async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: { ...credentials, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(330_000),
      });
      const text = await response.text();
      const json = response.headers.get("content-type")?.includes("json") === true;
      return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T };
    },
  };
}

let accounts = 0;

/** Registers a fresh account and returns a client that uses an API key of it, and one of its session. */
export async function registerAccount(
  baseUrl: string,
): Promise<BerthClient & Readonly<{ email: string; key: string; cookie: string; session: BerthClient }>> {
  accounts += 1;
  const email = `user-${process.pid}-${Date.now().toString(36)}-${accounts}@example.org`;
  const registered = await createBerthClient(baseUrl).call("POST", "/auth/register", {
    email,
    password: "correct horse battery",
    name: "Story Teller",
  });
  if (registered.status !== 201)
    throw new Error(`register answered ${registered.status} ${JSON.stringify(registered.body)}`);
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const session = createBerthClient(baseUrl, { cookie, origin: baseUrl });
  const created = await session.call<{ key: string }>("POST", "/api-keys", { name: "story" });
  if (created.status !== 201) throw new Error(`api-keys answered ${created.status} ${JSON.stringify(created.body)}`);
  const { key } = created.body;
  return { ...createBerthClient(baseUrl, { authorization: `Bearer ${key}` }), email, key, cookie, session };
}
