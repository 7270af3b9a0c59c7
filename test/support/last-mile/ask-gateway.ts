import { request as requestPlain, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestSecure } from "node:https";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";

/** A question to a Gateway, under whatever name and with whatever authority it is believed by. */
export type Question = Readonly<{
  address: string;
  url: string;
  ca?: string;
  method?: string;
  body?: Buffer;
  headers?: Readonly<Record<string, string>>;
}>;

/** What a Gateway answered. */
export type Answered = Readonly<{ status: number; text: string; location: string | undefined }>;

const TIMEOUT_MS = 60_000;

/** Asks once, on a connection of its own, at the Gateway's address whatever DNS says. */
export async function askGateway(question: Question): Promise<Answered> {
  const answer = await open(question);
  return { status: answer.statusCode ?? 0, text: await text(answer), location: answer.headers.location };
}

/** Opens a stream of events, and answers each piece of it with the time at which it came. */
export async function* readEvents(question: Question): AsyncGenerator<string, void> {
  const answer = await open(question);
  for await (const piece of answer.setEncoding("utf8")) yield String(piece);
}

/** Opens a socket, sends a text, and answers what comes back. */
export function echoThroughSocket(question: Question, sent: string): Promise<string> {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  };
  return new Promise((resolve, reject) => {
    const asked = begin({ ...question, headers }, (answer) => reject(new Error(`no socket: ${answer.statusCode}`)));
    asked.on("error", reject);
    asked.on("upgrade", (_answer: IncomingMessage, socket: Duplex) => {
      let got = "";
      socket.on("error", reject);
      socket.on("data", (piece: Buffer) => {
        got += piece.toString();
        if (got.length >= sent.length) socket.end(() => resolve(got));
      });
      socket.write(sent);
    });
    asked.end();
  });
}

function open(question: Question): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = begin(question, resolve);
    asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.on("error", reject);
    asked.end(question.body);
  });
}

function begin(
  { address, url, ca, method = "GET", body, headers = {} }: Question,
  onAnswer: (answer: IncomingMessage) => void,
): ReturnType<typeof requestPlain> {
  const { hostname, pathname: path, protocol } = new URL(url);
  const length = body === undefined ? {} : { "content-length": String(body.length) };
  const common: RequestOptions = { host: address, method, path, agent: false, timeout: TIMEOUT_MS };
  const options = { ...common, headers: { host: hostname, ...length, ...headers } };
  if (protocol === "http:") return requestPlain(options, onAnswer);
  return requestSecure({ ...options, servername: hostname, ca }, onAnswer);
}
