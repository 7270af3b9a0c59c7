import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { hangUp, listen } from "./listen.ts";

/** One delivery as a receiver saw it. */
type Received = Readonly<{ path: string; headers: IncomingHttpHeaders; body: string }>;

/** Receives deliveries; `answer` decides what becomes of each. */
export type WebhookReceiver = Readonly<{
  port: number;
  url: string;
  received: Received[];
  answer: (how: (response: ServerResponse, delivery: Received) => void) => void;
  stop: () => Promise<void>;
}>;

/** Starts a receiver that takes everything. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let how: (response: ServerResponse, delivery: Received) => void = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const delivery = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(delivery);
      how(response, delivery);
    });
  });
  const port = await listen(server);
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (next) => (how = next),
    async stop() {
      await hangUp(server);
    },
  };
}

/** Checks a signature as the documentation tells a receiver to. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const [, time = "", sent = ""] = /^t=([0-9]+),v1=([0-9a-f]{64})$/.exec(String(headers["berth-signature"])) ?? [];
  const isFresh = Math.abs(Date.now() / 1_000 - Number(time)) < 60;
  return isFresh && createHmac("sha256", secret).update(`${time}.${body}`).digest("hex") === sent;
}
