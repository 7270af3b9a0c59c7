import { createServer, type IncomingMessage, type Server } from "node:http";
import { expectBearer, sendJson } from "../expect-bearer.ts";

/** What the storage of the registry is asked for. */
type StorageOptions = Readonly<{
  token: string;
  storedBytes: (project: string) => Promise<number>;
  collect: () => Promise<void>;
}>;

const PROJECT = /^org-[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?$/;

/** Creates what tells the gateway how much is stored (`GET /usage?project=`), and cleans up when asked (`POST /collect`). */
export function createStorageServer(options: StorageOptions): Server {
  const isAllowed = expectBearer(options.token);
  return createServer((request, response) => {
    answer(options, isAllowed, request).then(
      ({ status, body }) => sendJson(response, status, body),
      () => sendJson(response, 500, { error: "The registry's storage has a fault" }),
    );
  });
}

type Answer = Readonly<{ status: number; body: unknown }>;

async function answer(
  options: StorageOptions,
  isAllowed: (request: IncomingMessage) => boolean,
  request: IncomingMessage,
): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://storage");
  const called = `${request.method ?? ""} ${pathname}`;
  if (called === "GET /healthz") return { status: 200, body: {} };
  if (!isAllowed(request)) return { status: 401, body: { error: "The token is missing or wrong" } };
  const project = searchParams.get("project") ?? "";
  if (called === "GET /usage" && PROJECT.test(project))
    return { status: 200, body: { used_bytes: await options.storedBytes(project) } };
  if (called !== "POST /collect") return { status: 404, body: { error: "There is nothing here" } };
  await options.collect();
  return { status: 200, body: {} };
}
