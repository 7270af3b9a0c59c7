/**
 * Plays a Docker engine over HTTP, as far as testcontainers asks one: it knows every image, keeps what was asked for, and
 * behind a container's port answers whatever a test puts there. It runs no image: that they do what is asked of them only
 * a real engine shows.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { hangUp, listen } from "../listen.ts";

/** The body of a container's creation, as far as tests look into it. */
type AskedContainer = Readonly<{
  Image: string;
  Cmd?: readonly string[];
  Env?: readonly string[];
  HostConfig: Readonly<{
    PortBindings: Readonly<Record<string, readonly Readonly<{ HostPort: string }>[]>>;
    Privileged?: boolean;
  }>;
}>;
/** The engine: where it listens, what was asked of it, and what was done to its containers. */
export type DockerEngine = Readonly<{
  url: string;
  pulled: readonly string[];
  created: readonly AskedContainer[];
  /** Names what was done, like `start 1`. */
  done: readonly string[];
  /** Holds what was copied into containers, as tar archives. */
  copied: readonly Buffer[];
  close: () => Promise<void>;
}>;
type Container = { asked: AskedContainer; running: boolean; proxies: Server[]; sockets: Set<Socket> };
type Request = Readonly<{ method: string; path: string; query: URLSearchParams; body: Buffer }>;
type Answer = Readonly<{ status: number; body?: unknown }>;

const ID = "c0ffee000000";
const INFO = {
  ServerVersion: "29.0.0",
  OperatingSystem: "double",
  OSType: "linux",
  Architecture: "x86_64",
  NCPU: 2,
  MemTotal: 8e9,
};

/** Starts the engine; `behind` says at which port of this machine an image's process answers. */
export async function startDockerEngine(behind: (image: string) => number | undefined): Promise<DockerEngine> {
  const containers: Container[] = [];
  const record = { pulled: [] as string[], done: [] as string[], copied: [] as Buffer[] };
  const engine = new Engine(containers, record, behind);
  const server = createServer((request, response) => {
    respond(engine, request, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `tcp://127.0.0.1:${port}`,
    ...record,
    get created() {
      return containers.map(({ asked }) => asked);
    },
    close: async () => {
      for (const container of containers) await halt(container);
      await hangUp(server);
    },
  };
}

class Engine {
  readonly #containers: Container[];
  readonly #record: { pulled: string[]; done: string[]; copied: Buffer[] };
  readonly #behind: (image: string) => number | undefined;

  constructor(
    containers: Container[],
    record: { pulled: string[]; done: string[]; copied: Buffer[] },
    behind: (image: string) => number | undefined,
  ) {
    this.#containers = containers;
    this.#record = record;
    this.#behind = behind;
  }

  async answer(request: Request): Promise<Answer> {
    const { method, path, query, body } = request;
    if (path === "/info") return { status: 200, body: INFO };
    if (path === "/images/create") {
      this.#record.pulled.push(`${query.get("fromImage") ?? ""}:${query.get("tag") ?? ""}`);
      return { status: 200, body: { status: "Pulled" } };
    }
    if (path.startsWith("/images/")) return { status: 404, body: { message: "No such image" } };
    // Asked by the reaper's owner, who looks for one that runs already.
    if (path === "/containers/json") return { status: 200, body: [] };
    if (path === "/containers/create") {
      const asked = JSON.parse(body.toString()) as AskedContainer;
      this.#containers.push({ asked, running: false, proxies: [], sockets: new Set() });
      return { status: 201, body: { Id: idOf(this.#containers.length - 1), Warnings: [] } };
    }
    return this.#answerOfContainer(method, path, body);
  }

  async #answerOfContainer(method: string, path: string, body: Buffer): Promise<Answer> {
    const [, id = "", what = ""] = /^\/containers\/([^/]+)\/?(.*)$/.exec(path) ?? [];
    const index = Number(id.slice(ID.length));
    const container = this.#containers[index];
    if (!id.startsWith(ID) || container === undefined) return { status: 404, body: { message: `No ${path}` } };
    if (method === "GET" && what === "json") return { status: 200, body: describe(id, container) };
    const deed = method === "DELETE" ? "remove" : what;
    this.#record.done.push(`${deed} ${index}`);
    return this.#do(deed, container, body);
  }

  async #do(deed: string, container: Container, body: Buffer): Promise<Answer> {
    if (deed === "archive") {
      this.#record.copied.push(body);
      return { status: 200 };
    }
    if (deed === "start") await this.#start(container);
    else await halt(container);
    return { status: 204 };
  }

  async #start(container: Container): Promise<void> {
    container.running = true;
    const port = this.#behind(container.asked.Image);
    if (port === undefined) return;
    for (const [binding] of Object.values(container.asked.HostConfig.PortBindings))
      container.proxies.push(await startProxy(Number(binding?.HostPort), port, container.sockets));
  }
}

const idOf = (index: number): string => `${ID}${index}`;

function describe(id: string, { asked, running }: Container): unknown {
  const { PortBindings } = asked.HostConfig;
  const ports = Object.entries(PortBindings).map(([port, bindings]) => [
    port,
    bindings.map(({ HostPort }) => ({ HostIp: "0.0.0.0", HostPort })),
  ]);
  return {
    Id: id,
    Name: `/${id}`,
    Config: { Hostname: id, Labels: {}, Image: asked.Image },
    HostConfig: asked.HostConfig,
    State: { Status: running ? "running" : "exited", Running: running, StartedAt: new Date().toISOString() },
    NetworkSettings: { Ports: Object.fromEntries(ports) as unknown, Networks: {} },
  };
}

async function startProxy(port: number, target: number, sockets: Set<Socket>): Promise<Server> {
  const server = createTcpServer((inner) => {
    const outer = connect(target, "127.0.0.1");
    for (const [socket, other] of [[inner, outer] as const, [outer, inner] as const]) {
      sockets.add(socket);
      socket
        .on("error", () => other.destroy())
        .on("close", () => other.destroy())
        .pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

async function halt(container: Container): Promise<void> {
  container.running = false;
  for (const socket of container.sockets) socket.destroy();
  for (const proxy of container.proxies.splice(0)) await new Promise((resolve) => proxy.close(resolve));
}

async function respond(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const url = new URL(request.url ?? "/", "http://engine");
  const path = url.pathname.replace(/^\/v1\.\d+/, "");
  const asked = { method: request.method ?? "", path, query: url.searchParams, body: Buffer.concat(parts) };
  const { status, body } = await engine.answer(asked);
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(body === undefined ? "" : JSON.stringify(body));
}
