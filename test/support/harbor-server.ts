import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { hangUp, listen } from "./listen.ts";

/** How Harbor misbehaves. */
export type HarborFault = "html500" | "tooMany" | "malformed" | "otherShape" | "silent" | "expired" | "cut";
type Robot = { id: number; name: string; secret: string; project: string; actions: string[]; expiresAt: number };
type Wanted = {
  name: string;
  duration: number;
  permissions: { namespace: string; access: { action: string }[] }[];
};
type Route = readonly [
  method: string,
  pattern: RegExp,
  answer: (match: RegExpExecArray, body: unknown) => [number, unknown?],
];

/** Speaks the part of Harbor's API (v2.0) that projects and robots need, with its names, refusals and secrets shown once. */
export class HarborServer {
  static readonly username = "admin";
  static readonly password = "harbor-password-canary";
  readonly robots: Robot[] = [];
  readonly projects: string[] = [];
  fault: HarborFault | undefined;
  /** Only these requests meet the fault. */
  faulty: (method: string, path: string) => boolean = () => true;
  #ids = 100;
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch(() => response.destroy());
  });

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}`;
  }

  async stop(): Promise<void> {
    await hangUp(this.#server);
  }

  readonly #routes: readonly Route[] = [
    ["POST", /^\/projects$/, (_match, body) => this.#createProject(body as { project_name: string })],
    [
      "GET",
      /^\/projects\/([^/]+)$/,
      ([, name = ""]) => {
        const at = this.projects.indexOf(decodeURIComponent(name));
        return at < 0 ? [404, problem("NOT_FOUND", `project ${name} not found`)] : [200, { project_id: at + 1 }];
      },
    ],
    ["POST", /^\/robots$/, (_match, body) => this.#createRobot(body as Wanted)],
    [
      "GET",
      /^\/robots\?q=([^&]+)/,
      ([, query = ""]) => {
        const id = Number(/ProjectID=([0-9]+)/.exec(decodeURIComponent(query))?.[1]);
        const project = this.projects[id - 1];
        const found = this.robots.filter((robot) => robot.project === project);
        return [200, found.map((robot) => ({ id: robot.id, name: robot.name, expires_at: robot.expiresAt }))];
      },
    ],
    [
      "DELETE",
      /^\/robots\/([0-9]+)$/,
      ([, id = ""]) => {
        const at = this.robots.findIndex((robot) => robot.id === Number(id));
        if (at < 0) return [404, problem("NOT_FOUND", "robot not found")];
        this.robots.splice(at, 1);
        return [200];
      },
    ],
  ];

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    let text = "";
    for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
    const path = url.replace(/^\/api\/v2\.0/, "");
    if (this.fault !== undefined && this.faulty(method, path)) {
      misbehave(this.fault, response);
      return;
    }
    const login = Buffer.from(`${HarborServer.username}:${HarborServer.password}`).toString("base64");
    if (headers.authorization !== `Basic ${login}`) {
      answer(response, 401, problem("UNAUTHORIZED", "unauthorized"));
      return;
    }
    answer(response, ...this.#respond(method, path, text === "" ? undefined : JSON.parse(text)));
  }

  #respond(method: string, path: string, body: unknown): [number, unknown?] {
    for (const [verb, pattern, respond] of this.#routes) {
      const match = verb === method ? pattern.exec(path) : null;
      if (match !== null) return respond(match, body);
    }
    return [404, problem("NOT_FOUND", "no such path")];
  }

  #createProject({ project_name: name }: { project_name: string }): [number, unknown?] {
    if (this.projects.includes(name)) return [409, problem("CONFLICT", `The project named ${name} already exists`)];
    this.projects.push(name);
    return [201];
  }

  #createRobot({ name, duration, permissions }: Wanted): [number, unknown?] {
    const { namespace: project = "", access = [] } = permissions[0] ?? {};
    if (!/^[a-z0-9]+(?:[._-][a-z0-9]+)*$/.test(name)) return [400, problem("BAD_REQUEST", "robot name is not valid")];
    if (!this.projects.includes(project)) return [404, problem("NOT_FOUND", "project not found")];
    const full = `robot$${project}+${name}`;
    if (this.robots.some((robot) => robot.name === full))
      return [409, problem("CONFLICT", `robot ${full} already exists`)];
    const id = (this.#ids += 1);
    const expiresAt = duration < 0 ? -1 : Math.floor(Date.now() / 1000) + duration * 86_400;
    const actions = access.map(({ action }) => action);
    const robot = { id, name: full, secret: `robot-canary-${id}-Aa1`, project, actions, expiresAt };
    this.robots.push(robot);
    return [
      201,
      { id, name: full, secret: robot.secret, creation_time: new Date().toISOString(), expires_at: expiresAt },
    ];
  }
}

function problem(code: string, message: string): unknown {
  return { errors: [{ code, message }] };
}

function answer(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? "" : JSON.stringify(body));
}

const FAULTS: Readonly<Record<HarborFault, (response: ServerResponse) => void>> = {
  html500: (response) =>
    void response.writeHead(500, { "content-type": "text/html" }).end("<h1>nginx at 10.0.0.7</h1>"),
  tooMany: (response) => answer(response, 429, problem("TOO_MANY_REQUEST", "slow down")),
  malformed: (response) => void response.writeHead(201, { "content-type": "application/json" }).end('{"id": 1, "na'),
  otherShape: (response) => answer(response, 201, { robot: true }),
  silent: () => undefined,
  expired: (response) => answer(response, 401, problem("UNAUTHORIZED", "unauthorized")),
  cut: (response) => void response.destroy(),
};

function misbehave(fault: HarborFault, response: ServerResponse): void {
  FAULTS[fault](response);
}
