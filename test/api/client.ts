import { randomBytes } from "node:crypto";

/** What a call answered; `body` is parsed JSON, or text where the answer is not JSON. */
export type Answer<T = Record<string, unknown>> = Readonly<{ status: number; headers: Headers; text: string; body: T }>;

/** Calls the gateway with fixed headers. */
export type Client = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<T>>;

/** Creates a client that sends `credentials` with every call. */
export function clientOf(url: string, credentials: Record<string, string> = {}): Client {
  return async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...credentials, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      redirect: "manual",
    });
    const text = await response.text();
    const isJson = text !== "" && response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : text) as T };
  };
}

export const PASSWORD = "correct horse battery";
/** A person with an account, by session and by key. */
export type Account = Readonly<{
  email: string;
  userId: string;
  cookie: string;
  organizationId: string;
  slug: string;
  key: string;
  /** Calls with the session. */
  session: Client;
  /** Calls with the API key. */
  call: Client;
}>;

/** A person with an account and no key. */
export type Person = Omit<Account, "key" | "call">;

/** Registers a fresh account with a key; `verify` proves its address before, where the platform sends mail. */
export async function newAccount(
  url: string,
  keyBody: Record<string, unknown> = {},
  verify?: (email: string) => Promise<unknown>,
): Promise<Account> {
  const person = await newPerson(url, verify);
  const { key } = await newKey(person.session, keyBody);
  return { ...person, key, call: clientOf(url, { authorization: `Bearer ${key}` }) };
}

/** Registers a fresh account. */
export async function newPerson(url: string, verify?: (email: string) => Promise<unknown>): Promise<Person> {
  const email = `user-${randomBytes(6).toString("hex")}@example.org`;
  const anonymous = clientOf(url);
  const account = { email, password: PASSWORD };
  const registered = await anonymous("POST", "/auth/register", { ...account, name: "Test User" });
  if (registered.status !== 201) throw new Error(`register: ${registered.status} ${registered.text}`);
  await verify?.(email);
  const signedIn = verify === undefined ? registered : await anonymous("POST", "/auth/login", account);
  return personOf(url, email, (signedIn.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "");
}

/** Describes the person of a session. */
export async function personOf(url: string, email: string, cookie: string): Promise<Person> {
  const session = clientOf(url, { cookie });
  const me = await session<{ id: string; organizations: { id: string; slug: string }[] }>("GET", "/auth/me");
  const { id: organizationId = "", slug = "" } = me.body.organizations[0] ?? {};
  return { email, userId: me.body.id, cookie, organizationId, slug, session };
}

/** Makes an API key. */
export async function newKey(
  session: Client,
  body: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const created = await session<{ id: string; key: string }>("POST", "/api-keys", { name: "test", ...body });
  if (created.status !== 201) throw new Error(`api-keys: ${created.status} ${created.text}`);
  return created.body;
}

/** Makes a cluster; names are unique in the test process, so that one account can have several. */
export async function newCluster(call: Client, members: Record<string, unknown> = {}): Promise<string> {
  const body = { name: `c-${randomBytes(4).toString("hex")}`, provider: "local", region: "local-1", tier: "shared" };
  const created = await call<{ id: string }>("POST", "/clusters", { ...body, ...members });
  if (created.status !== 200) throw new Error(`clusters: ${created.status} ${created.text}`);
  return created.body.id;
}

/** Makes a deployment. */
export async function newDeployment(
  call: Client,
  clusterId: string,
  members: Record<string, unknown> = {},
): Promise<Record<string, unknown> & { id: string }> {
  const body = { name: `d-${randomBytes(4).toString("hex")}`, cluster_id: clusterId, app_type: "web_app" };
  const created = await call<Record<string, unknown> & { id: string }>("POST", "/deployments", {
    ...body,
    docker_image: "nginx:1",
    ...members,
  });
  if (created.status !== 201) throw new Error(`deployments: ${created.status} ${created.text}`);
  return created.body;
}

/** Makes a database. */
export async function newDatabase(
  call: Client,
  clusterId: string,
  members: Record<string, unknown> = {},
): Promise<Record<string, unknown> & { id: string }> {
  const body = { name: `db-${randomBytes(4).toString("hex")}`, cluster_id: clusterId, engine: "postgresql" };
  const created = await call<Record<string, unknown> & { id: string }>("POST", "/databases", { ...body, ...members });
  if (created.status !== 201) throw new Error(`databases: ${created.status} ${created.text}`);
  return created.body;
}
