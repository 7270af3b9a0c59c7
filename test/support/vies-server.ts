import { createServer, type ServerResponse } from "node:http";
import { hangUp, listen } from "./listen.ts";

/** How VIES misbehaves, as seen in the wild. */
export type ViesFault =
  "MS_UNAVAILABLE" | "MS_MAX_CONCURRENT_REQ" | "html500" | "tooMany" | "malformed" | "cut" | "silent";

/** Speaks the REST protocol of VIES: numbers are valid, invalid, or the server has a fault. */
export class ViesServer {
  readonly valid = new Set<string>();
  readonly asked: Readonly<Record<string, unknown>>[] = [];
  fault: ViesFault | undefined;
  /** Most requests of one country that were open at once. */
  mostAtOnce = 0;
  /** How long an answer takes. */
  latencyMs = 0;
  /** Holds answers back until it resolves. */
  gate: Promise<void> = Promise.resolve();
  readonly #open = new Map<string, number>();
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => void this.#answer(JSON.parse(Buffer.concat(chunks).toString()) as Asked, response));
  });

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}/rest-api`;
  }

  async stop(): Promise<void> {
    await hangUp(this.#server);
  }

  async #answer(asked: Asked, response: ServerResponse): Promise<void> {
    this.asked.push(asked);
    const { countryCode } = asked;
    const open = (this.#open.get(countryCode) ?? 0) + 1;
    this.#open.set(countryCode, open);
    this.mostAtOnce = Math.max(this.mostAtOnce, open);
    if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    await this.gate;
    this.#open.set(countryCode, (this.#open.get(countryCode) ?? 1) - 1);
    if (this.fault !== undefined) {
      misbehave(this.fault, response);
      return;
    }
    const valid = this.valid.has(`${countryCode}${asked.vatNumber}`);
    const requestIdentifier = asked.requesterNumber === undefined ? "" : "WAPIAAAAY1";
    answerJson(response, { ...asked, requestDate: new Date().toISOString(), valid, requestIdentifier, name: "---" });
  }
}

function misbehave(fault: ViesFault, response: ServerResponse): void {
  if (fault === "silent") return;
  if (fault === "cut") response.destroy();
  else if (fault === "html500") response.writeHead(500, { "content-type": "text/html" }).end("<html>Error</html>");
  else if (fault === "tooMany") response.writeHead(429).end();
  else if (fault === "malformed") response.writeHead(200).end('{"valid": fal');
  else answerJson(response, { actionSucceed: false, errorWrappers: [{ error: fault }] });
}

function answerJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

type Asked = Readonly<{ countryCode: string; vatNumber: string; requesterNumber?: string }>;
