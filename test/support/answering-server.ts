import { createServer, type Server, type ServerResponse } from "node:http";
import { hangUp, listen } from "./listen.ts";

/** What a server says to each request, by its path; where the server is for what has to lead back to it. */
export type Answering = (
  path: string,
  origin: string,
) => Readonly<{ status?: number; type?: string; body: string | Buffer }>;

const PIECE = Buffer.alloc(65_536, "a");

/** Plays a server of others that answers whatever it likes, also without end. */
export class AnsweringServer {
  readonly #server: Server;
  /** What to say; `endless`: as much as is read, up to so many bytes. */
  answer: Answering | Readonly<{ endless: number; begin: string }> = () => ({ body: "{}" });
  /** How much was taken of endless answers. */
  sentBytes = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      request.resume();
      response.on("error", () => undefined);
      const { answer } = this;
      if (typeof answer === "object") return void this.#pour(response, answer);
      const {
        status = 200,
        type = "application/json",
        body,
      } = answer(request.url ?? "/", `http://${request.headers.host}`);
      response.writeHead(status, { "content-type": type, connection: "close" }).end(body);
    });
  }

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}`;
  }

  async stop(): Promise<void> {
    await hangUp(this.#server);
  }

  #pour(response: ServerResponse, { endless, begin }: Readonly<{ endless: number; begin: string }>): void {
    response.writeHead(200, { "content-type": "application/json" }).write(begin);
    const write = (): void => {
      while (!response.destroyed && this.sentBytes < endless) {
        this.sentBytes += PIECE.length;
        if (!response.write(PIECE)) return;
      }
      response.end();
    };
    response.on("drain", write);
    write();
  }
}
