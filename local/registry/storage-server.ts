import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** What the storage of the registry is asked for. */
export type StorageOptions = Readonly<{
  token: string;
  storedBytes: (project: string) => Promise<number>;
  collect: () => Promise<void>;
}>;

const PROJECT = /^org-[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?$/;

/** Creates what tells the gateway how much is stored (`GET /usage?project=`), and cleans up when asked (`POST /collect`). */
export function createStorageServer(options: StorageOptions): Server {
  const expected = digest(`Bearer ${options.token}`);
  return createServer((request, response) => {
    answer(options, expected, request).then(
      ({ status, body }) => send(response, status, body),
      () => send(response, 500, { error: "The registry's storage has a fault" }),
    );
  });
}

type Answer = Readonly<{ status: number; body: unknown }>;

async function answer(options: StorageOptions, expected: Buffer, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://storage");
  const called = `${request.method ?? ""} ${pathname}`;
  if (called === "GET /healthz") return { status: 200, body: {} };
  if (!timingSafeEqual(expected, digest(request.headers.authorization ?? "")))
    return { status: 401, body: { error: "The token is missing or wrong" } };
  const project = searchParams.get("project") ?? "";
  if (called === "GET /usage" && PROJECT.test(project))
    return { status: 200, body: { used_bytes: await options.storedBytes(project) } };
  if (called !== "POST /collect") return { status: 404, body: { error: "There is nothing here" } };
  await options.collect();
  return { status: 200, body: {} };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
