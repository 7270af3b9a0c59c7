import type { IncomingMessage } from "node:http";
import { WebSocket, type ClientOptions } from "ws";

/** A WebSocket of the gateway, with what has come. */
export type Opened = Readonly<{
  socket: WebSocket;
  /** Messages, oldest first. */
  messages: Buffer[];
  /** What came on a channel, joined. */
  textOf: (channel: number) => string;
  /** How it ended. */
  closed: Promise<string>;
}>;

/** What a handshake was answered with. */
export type Refused = Readonly<{ status: number; body: Record<string, unknown>; headers: IncomingMessage["headers"] }>;

/** Opens a WebSocket that must be taken. */
export async function openSocket(url: string, options: ClientOptions = {}, protocols: string[] = []): Promise<Opened> {
  const answer = await askSocket(url, options, protocols);
  if ("status" in answer) throw new Error(`refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Asks for a WebSocket. */
export function askSocket(
  url: string,
  options: ClientOptions = {},
  protocols: string[] = [],
): Promise<Opened | Refused> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), protocols, options);
  const messages: Buffer[] = [];
  socket.on("message", (data: Buffer) => messages.push(data));
  const closed = new Promise<string>((resolve) => {
    socket.on("close", (code, reason) => resolve(`${code} ${reason.toString()}`));
  });
  const textOf = (channel: number): string =>
    Buffer.concat(messages.filter(([first]) => first === channel).map((one) => one.subarray(1))).toString();
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve({ socket, messages, textOf, closed }));
    socket.on("error", reject);
    socket.once("unexpected-response", (_request, answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => {
        const body = JSON.parse(text) as Record<string, unknown>;
        resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers });
      });
    });
  });
}
