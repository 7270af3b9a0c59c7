import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { hangUp, listen } from "./listen.ts";
import type { TestVault } from "./vault.ts";

/** How a Vault misbehaves. */
export type VaultFault = "html500" | "tooMany" | "malformed" | "silent" | "sealed" | "lostAnswer";

const ROLE = "berth-api";
const JWT = "service-account-token";

/**
 * Stands in front of a real Vault: breaks what it says on demand, and adds the Kubernetes auth that the small build of
 * Vault lacks. Its logins give real tokens of the real Vault.
 */
export class VaultProxy {
  static readonly role = ROLE;
  static readonly jwt = JWT;
  fault: VaultFault | undefined;
  /** Only these requests meet the fault. */
  faulty: (method: string, path: string) => boolean = () => true;
  /** Seconds that tokens of logins are good for. */
  leaseSeconds = 3600;
  logins = 0;
  /** The namespaces that requests named. */
  readonly namespaces: (string | undefined)[] = [];
  readonly #vault: TestVault;
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch(() => response.destroy());
  });

  constructor(vault: TestVault) {
    this.#vault = vault;
  }

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}`;
  }

  async stop(): Promise<void> {
    await hangUp(this.#server);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    let body = "";
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
    const fault = this.faulty(method, url) ? this.fault : undefined;
    if (fault !== undefined && fault !== "lostAnswer") {
      misbehave(fault, response);
      return;
    }
    this.namespaces.push(headers["x-vault-namespace"] as string | undefined);
    if (url === "/v1/auth/kubernetes/login") await this.#login(body, response);
    else await this.#pass({ method, url, token: String(headers["x-vault-token"]), body }, response, fault);
  }

  async #pass(
    { method, url, token, body }: Readonly<{ method: string; url: string; token: string; body: string }>,
    response: ServerResponse,
    fault: "lostAnswer" | undefined,
  ): Promise<void> {
    const sent = { method, headers: { "x-vault-token": token }, ...(body === "" ? {} : { body }) };
    const real = await fetch(this.#vault.url + url, sent);
    const text = await real.text();
    if (fault === "lostAnswer") response.destroy();
    else response.writeHead(real.status, { "content-type": "application/json" }).end(text);
  }

  async #login(body: string, response: ServerResponse): Promise<void> {
    const { role, jwt } = JSON.parse(body) as { role?: string; jwt?: string };
    this.logins += 1;
    if (role !== ROLE || jwt !== JWT) {
      answer(response, 403, { errors: ["permission denied"] });
      return;
    }
    const ttl = `${this.leaseSeconds}s`;
    const made = await this.#vault.ask("POST", "auth/token/create", { ttl, policies: ["root"], no_parent: true });
    answer(response, made.status, made.body);
  }
}

function misbehave(fault: Exclude<VaultFault, "lostAnswer">, response: ServerResponse): void {
  switch (fault) {
    case "html500":
      response.writeHead(500, { "content-type": "text/html" }).end("<h1>orgs/acme/secrets broke</h1>");
      return;
    case "tooMany":
      answer(response, 429, { errors: ["request path orgs/acme: rate limit quota exceeded"] });
      return;
    case "malformed":
      response.writeHead(200, { "content-type": "application/json" }).end('{"data": {"keys": [');
      return;
    case "sealed":
      answer(response, 503, { errors: ["Vault is sealed"] });
      return;
    case "silent":
      return;
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
