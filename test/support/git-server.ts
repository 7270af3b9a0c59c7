/** Runs a real Git server for tests: Node's HTTP in front of `git http-backend`, with faults on demand. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-ports.ts";

const run = promisify(execFile);

/** What goes wrong with one push. */
export type GitFault =
  | "answer-lost" // processed, then the connection is cut
  | "request-cut" // never processed, the connection is cut
  | "status-500" // never processed
  | "refuse-race" // reported as a lost race, never processed
  | Readonly<{ delayMs: number }>;

/** Every write to a file fails, as with ENOSPC: git sees the error of write(2) itself, pipes work on. */
const FULL_DISK = ["sh", "-c", "trap '' XFSZ; ulimit -f 0; exec git http-backend"] as const;

/** The running server and its bare repository. */
export class GitServer {
  readonly username = "berth";
  /** May be changed at any time: what was valid is then expired. */
  token = "s3cret-token-of-the-git-server";
  /** While true the server can write no byte into a file, as on a full disk. */
  diskFull = false;
  /** Pushes that are larger never get through, as on a slow line. */
  pushBytesMax = Infinity;
  readonly branch = "main";
  readonly directory: string;
  /** Counts what was asked, by path. */
  readonly requests = new Map<string, number>();
  /** Is called with each push before it is processed: the moment for a foreign push. */
  beforePush: (() => Promise<void>) | undefined;
  readonly #faults: GitFault[] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** Makes an empty bare repository and serves it, on a free port unless told. */
  static async start(options: Readonly<{ filter?: boolean; port?: number }> = {}): Promise<GitServer> {
    const server = new GitServer(await mkdtemp(join(tmpdir(), "berth-git-")));
    // While it is away no connection may take its port, which could be the local end of one if a system had chosen it.
    server.#port = options.port ?? (await freePort());
    await run("git", ["init", "--quiet", "--bare", "--initial-branch", server.branch, server.repository]);
    await server.git("config", "http.receivepack", "true");
    await server.git("config", "uploadpack.allowFilter", String(options.filter ?? true));
    await server.git("config", "receive.fsckObjects", "true");
    await server.listen();
    return server;
  }

  get repository(): string {
    return join(this.directory, "repository.git");
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/repository.git`;
  }

  /** The URL for the git command, credentials included. */
  get pushUrl(): string {
    return this.url.replace("http://", `http://${this.username}:${this.token}@`);
  }

  /** Runs the git command on the bare repository: the judge of what the writer did. */
  async git(...args: string[]): Promise<string> {
    const { stdout } = await run("git", ["-C", this.repository, ...args], { maxBuffer: 256 * 1024 * 1024 });
    return stdout.trimEnd();
  }

  /** Lets the next push go wrong; several wait in line. */
  inject(fault: GitFault): void {
    this.#faults.push(fault);
  }

  /** Serves again, on the same port as before. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => server.on("error", reject).listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Goes away without a word: open connections are cut. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Stops and deletes everything. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const pushing = request.method === "POST" && url.pathname.endsWith("/git-receive-pack");
    this.requests.set(url.pathname, (this.requests.get(url.pathname) ?? 0) + 1);
    if (!this.#isAllowed(request)) {
      response.writeHead(401, { "www-authenticate": "Basic realm=git" }).end();
      return;
    }
    const fault = pushing ? this.#faults.shift() : undefined;
    if (fault === "status-500") response.writeHead(500).end("broken");
    else if (fault === "request-cut") response.destroy();
    else if (fault === "refuse-race") await refuseRace(request, response, this.branch);
    else await this.#process(request, response, { url, pushing, fault });
  }

  async #process(
    request: IncomingMessage,
    response: ServerResponse,
    { url, pushing, fault }: { url: URL; pushing: boolean; fault: GitFault | undefined },
  ): Promise<void> {
    if (typeof fault === "object") await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    if (pushing && Number(request.headers["content-length"]) > this.pushBytesMax) return void request.resume();
    if (pushing) await this.beforePush?.();
    const answer = await this.#backend(request, url);
    if (fault === "answer-lost") {
      response.destroy();
      return;
    }
    sendCgiAnswer(answer, response);
  }

  #isAllowed(request: IncomingMessage): boolean {
    const pair = Buffer.from(`${this.username}:${this.token}`).toString("base64");
    return request.headers.authorization === `Basic ${pair}`;
  }

  #backend(request: IncomingMessage, url: URL): Promise<Buffer> {
    const header = (name: string): string => String(request.headers[name] ?? "");
    const env = {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: this.directory,
      GIT_HTTP_EXPORT_ALL: "1",
      REMOTE_USER: this.username,
      REMOTE_ADDR: "127.0.0.1",
      REQUEST_METHOD: request.method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: header("content-type"),
      ...(request.headers["content-length"] && { CONTENT_LENGTH: header("content-length") }),
      HTTP_CONTENT_ENCODING: header("content-encoding"),
      GIT_PROTOCOL: header("git-protocol"),
    };
    return new Promise((resolve, reject) => {
      const [command, ...args] = this.diskFull ? FULL_DISK : ["git", "http-backend"];
      const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "ignore"] });
      const parts: Buffer[] = [];
      child.stdout.on("data", (part: Buffer) => parts.push(part));
      child.stdin.on("error", () => child.stdin.destroy());
      child.on("error", reject).on("close", () => resolve(Buffer.concat(parts)));
      request.pipe(child.stdin);
    });
  }
}

/** Answers as a server does whose branch moved between its look and its lock. */
async function refuseRace(request: IncomingMessage, response: ServerResponse, branch: string): Promise<void> {
  request.resume();
  await once(request, "end");
  const line = (text: string): string => (text.length + 4).toString(16).padStart(4, "0") + text;
  const report = `${line("unpack ok\n")}${line(`ng refs/heads/${branch} failed to update ref\n`)}0000`;
  response.writeHead(200, { "content-type": "application/x-git-receive-pack-result" });
  response.end(`${line(`\u0001${report}`)}0000`);
}

/** Hands on what a CGI program wrote: headers, an empty line, the body. */
function sendCgiAnswer(answer: Buffer, response: ServerResponse): void {
  const end = answer.indexOf("\r\n\r\n");
  const headers = answer
    .toString("latin1", 0, end)
    .split("\r\n")
    .map((line) => line.split(/: */, 2));
  const status = headers.find(([name]) => name === "Status")?.[1] ?? "200";
  for (const [name, value] of headers) if (name && value && name !== "Status") response.setHeader(name, value);
  response.writeHead(parseInt(status, 10)).end(answer.subarray(end + 4));
}
