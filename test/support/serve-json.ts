import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What was asked of a double, its body read as JSON. */
export type JsonRequest = Readonly<{ method: string; path: string; labelSelector: string; body: unknown }>;
/** What a double answers. */
export type JsonAnswer = Readonly<{ status: number; body: unknown }>;
type AnswerJson = (request: JsonRequest) => Promise<JsonAnswer>;

/** Serves a double that speaks JSON, on this machine only; without a port on a free one. */
export async function serveJson(answer: AnswerJson, port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    respond(request, response, answer).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => server.on("error", reject).listen(port, "127.0.0.1", resolve));
  return server;
}

/** Returns the address of a server on this machine. */
export function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function respond(request: IncomingMessage, response: ServerResponse, answer: AnswerJson): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const { pathname: path, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const labelSelector = searchParams.get("labelSelector") ?? "";
  const body = text === "" ? undefined : (JSON.parse(text) as unknown);
  const { status, body: told } = await answer({ method: request.method ?? "", path, labelSelector, body });
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(told));
}
