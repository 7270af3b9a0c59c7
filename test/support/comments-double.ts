import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "./listen.ts";

/** The comments of pull requests and merge requests, as GitHub and GitLab list and take them. */
export type Comments = Readonly<{
  url: string;
  /** What was said, by the path of each list. */
  said: () => Readonly<Record<string, readonly string[]>>;
  stop: () => void;
}>;

/** Starts a double of both on this machine: who brings no token, or no JSON, is refused. */
export async function startComments(): Promise<Comments> {
  const said: Record<string, string[]> = {};
  const server = createServer((request, response) => {
    answer(request, said, response).catch(() => response.writeHead(400).end());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => said,
    stop: () => {
      server.close();
    },
  };
}

async function answer(request: IncomingMessage, said: Record<string, string[]>, response: ServerResponse) {
  const { method, url = "/", headers } = request;
  const sent = await text(request);
  const { pathname } = new URL(url, "http://localhost");
  if ((headers.authorization ?? headers["private-token"]) === undefined) return response.writeHead(401).end();
  const list = (said[pathname] ??= []);
  if (method === "POST") list.push((JSON.parse(sent) as { body: string }).body);
  const body = JSON.stringify(list.map((one) => ({ body: one })));
  return response.writeHead(method === "POST" ? 201 : 200, { "content-type": "application/json" }).end(body);
}
