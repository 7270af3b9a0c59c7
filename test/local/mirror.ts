import { createServer } from "node:http";
import type { Server } from "node:http";
import { listen } from "../support/listen.ts";

/** How the mirror answers a path. */
type MirrorAnswer = Readonly<{ body: string | Buffer; cutAfterBytes?: number; silent?: boolean }>;

/** Serves downloads on loopback as a publisher would, faults included. */
export class Mirror {
  readonly answers = new Map<string, MirrorAnswer>();
  readonly asked: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    const path = request.url ?? "";
    this.asked.push(path);
    const answer = this.answers.get(path);
    if (answer?.silent) return;
    if (!answer) {
      response.writeHead(404);
      response.end();
      return;
    }
    const body = Buffer.from(answer.body);
    response.writeHead(200, { "content-length": body.length });
    if (answer.cutAfterBytes === undefined) response.end(body);
    else response.write(body.subarray(0, answer.cutAfterBytes), () => response.destroy());
  });

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
