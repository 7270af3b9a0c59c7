/*
 * The Git server of the embedded stack, a process of its own: node local/git/server.ts --root DIR --port N --token-file F
 * 1. Whoever cannot show the token as the password of user "berth" gets 401.
 * 2. The request is handed to `git http-backend` by the rules of CGI; bodies are piped both ways, never held in memory.
 */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseArgs } from "node:util";
import { splitCgiAnswer } from "./cgi-answer.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string" },
    port: { type: "string" },
    "token-file": { type: "string" },
    path: { type: "string" },
  },
});
const { root = "", port = "0", "token-file": tokenFile = "", path: searchPath = "" } = values;
const user = "berth";
const expected = digest(`${user}:${readFileSync(tokenFile, "utf8").trim()}`);

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function isAllowed({ headers }: IncomingMessage): boolean {
  const [scheme, credentials = ""] = (headers.authorization ?? "").split(" ");
  return (
    scheme?.toLowerCase() === "basic" &&
    timingSafeEqual(digest(Buffer.from(credentials, "base64").toString()), expected)
  );
}

function startBackend(
  request: IncomingMessage,
  { path, query }: Readonly<{ path: string; query: string }>,
): ChildProcessWithoutNullStreams {
  const { headers, method = "GET" } = request;
  const header = (name: string): string => String(headers[name] ?? "");
  return spawn("git", ["http-backend"], {
    env: {
      PATH: searchPath,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: method,
      CONTENT_TYPE: header("content-type"),
      ...(headers["content-length"] === undefined ? {} : { CONTENT_LENGTH: headers["content-length"] }),
      HTTP_CONTENT_ENCODING: header("content-encoding"),
      GIT_PROTOCOL: header("git-protocol"),
      REMOTE_USER: user,
      REMOTE_ADDR: "127.0.0.1",
    },
  });
}

/** What cannot be read as a path must not end the server. */
function readUrl({ url = "/" }: IncomingMessage): Readonly<{ path: string; query: string }> | undefined {
  try {
    const { pathname, search } = new URL(url, "http://localhost");
    const path = decodeURIComponent(pathname);
    // No variable of a child's environment holds it.
    return path.includes("\0") ? undefined : { path, query: search.slice(1) };
  } catch {
    return undefined;
  }
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const url = readUrl(request);
  if (url === undefined) return void response.writeHead(400).end();
  if (url.path === "/healthz") return void response.end("ok\n");
  if (!isAllowed(request)) {
    response.writeHead(401, { "www-authenticate": 'Basic realm="berth"' });
    return void response.end("Log in as user berth with the token as password\n");
  }
  const backend = startBackend(request, url);
  backend.stdin.on("error", () => undefined);
  backend.on("error", () => answerFailure(response));
  response.once("close", () => backend.kill());
  request.pipe(backend.stdin);
  const answer = splitCgiAnswer((status, headers) => response.writeHead(status, headers));
  answer.on("error", () => {
    backend.kill();
    response.destroy();
  });
  backend.stdout.pipe(answer).pipe(response);
}

function answerFailure(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(500);
  response.end();
}

const server = createServer(serve);
server.listen(Number(port), "127.0.0.1");
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});
