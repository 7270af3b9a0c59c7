import { spawn } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { WebSocketServer, type WebSocket } from "ws";
import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { listen } from "./listen.ts";

/** An API server's side of exec and port-forward, which runs a few commands of its own instead of a pod's. */
export type PodSocketDouble = Readonly<{
  /** Where it answers, for a client of Kubernetes. */
  access: Readonly<{ server: string; caData?: string; token: string }>;
  /** The requests that came, newest last. */
  asked: readonly URL[];
  /** How many bytes of floods were taken. */
  written: () => number;
  /** The sockets that are open. */
  open: ReadonlySet<WebSocket>;
  /** Has a client ask here for its WebSockets. */
  dial: KubeClient["dial"];
  /** Refuses what comes from now on, as the API server does; undefined lets it through again. */
  refuse: (status: number | undefined) => void;
  stop: () => Promise<void>;
}>;

type Command = (socket: WebSocket, words: readonly string[]) => void;

let written = 0;

const [OUT, ERR, STATUS] = [1, 2, 3];
const CHUNK = 32 * 1024;

/** Writes one message of a channel. */
export const frame = (channel: number, content: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from([channel]), Buffer.from(content)]);

/** Runs a program of this machine, as a pod's would run. */
const program =
  (name: string): Command =>
  (socket, words) => {
    const child = spawn(name, words, { stdio: "pipe" });
    child.stdout.on("data", (data: Buffer) => socket.send(frame(OUT, data)));
    child.stderr.on("data", (data: Buffer) => socket.send(frame(ERR, data)));
    child.on("error", () => finish(socket, 127)).on("close", (code) => finish(socket, code ?? 1));
    child.stdin.on("error", () => undefined);
    socket.on("message", (data: Buffer) => {
      if (data[0] === 0) child.stdin.write(data.subarray(1));
      else if (data[0] === 255) child.stdin.end();
    });
    socket.on("close", () => child.kill());
  };

const COMMANDS: Readonly<Record<string, Command>> = {
  echo: (socket, words) => {
    socket.send(frame(OUT, words.join(" ")));
    finish(socket, 0);
  },
  warn: (socket, words) => {
    socket.send(frame(ERR, words.join(" ")));
    finish(socket, 0);
  },
  exit: (socket, [code = "0"]) => finish(socket, Number(code)),
  /** Answers its input; ends with it. */
  cat: (socket) =>
    socket.on("message", (data: Buffer) => {
      if (data[0] === 0) socket.send(frame(OUT, data.subarray(1)));
      else if (data[0] === 255) finish(socket, 0);
      else socket.send(frame(OUT, `<${data.toString("latin1", 1)}>`));
    }),
  /** Writes so many bytes, as fast as they are taken. */
  flood: (socket, [bytes = "0"]) => {
    const write = (left: number): void => {
      written = Number(bytes) - left;
      if (left <= 0) finish(socket, 0);
      else socket.send(frame(OUT, Buffer.alloc(Math.min(CHUNK, left), "x")), (error) => error ?? write(left - CHUNK));
    };
    write(Number(bytes));
  },
  tar: program("tar"),
  test: program("test"),
  hang: () => undefined,
  /** A shell with a terminal: it shows what is typed, tells its size, and ends with "exit <code>". */
  sh: (socket) => {
    let line = "";
    socket.send(frame(OUT, "\x1b[38;2;255;100;0m$\x1b[0m "));
    socket.on("message", (data: Buffer) => {
      const text = data.toString("utf8", 1);
      if (data[0] === 4) socket.send(frame(OUT, `size ${text}\r\n`));
      if (data[0] !== 0) return;
      socket.send(frame(OUT, text.replaceAll("\r", "\r\n")));
      line += text;
      const [, code] = /exit (\d+)\r$/.exec(line) ?? [];
      if (code !== undefined) finish(socket, Number(code));
    });
  },
  die: (socket) => socket.terminate(),
  /** Speaks on channels that nobody knows, then as it should. */
  babble: (socket) => {
    for (const channel of [0, 4, 9, 255]) socket.send(frame(channel, "babble"));
    socket.send(frame(OUT, "clear"));
    finish(socket, 0);
  },
};

function finish(socket: WebSocket, code: number): void {
  const failure = {
    status: "Failure",
    reason: "NonZeroExitCode",
    details: { causes: [{ reason: "ExitCode", message: String(code) }] },
  };
  socket.send(frame(STATUS, JSON.stringify({ kind: "Status", ...(code === 0 ? { status: "Success" } : failure) })));
  socket.close(1000);
}

function forward(socket: WebSocket, port: number): void {
  const named = Buffer.from([port & 0xff, port >> 8]);
  for (const channel of [0, 1]) socket.send(frame(channel, named));
  if (port === 1) socket.send(frame(1, "connection refused: 127.0.0.1:1"), () => socket.close());
  else if (port === 2) socket.close();
  else socket.on("message", (data: Buffer) => socket.send(data));
}

/** What the double shows as an API server with TLS, as PEM. */
type DoubleCertificate = Readonly<{ key: string; cert: string; ca: string }>;

/** Starts the double; with TLS where it gets a certificate. */
export async function startPodSockets(certificate?: DoubleCertificate): Promise<PodSocketDouble> {
  const asked: URL[] = [];
  const open = new Set<WebSocket>();
  let refusal: number | undefined;
  const server = certificate === undefined ? createServer() : createTlsServer(certificate);
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first = ""]) => first });
  server.on("upgrade", (request: IncomingMessage, socket, head) => {
    const url = new URL(request.url ?? "", "http://double");
    asked.push(url);
    if (refusal !== undefined) {
      const body = JSON.stringify({
        kind: "Status",
        code: refusal,
        reason: "Refused",
        message: "a text of the cluster",
      });
      socket.end(
        `HTTP/1.1 ${refusal} No\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      open.add(opened);
      opened.on("error", () => undefined).on("close", () => open.delete(opened));
      if (url.pathname.endsWith("/portforward")) forward(opened, Number(url.searchParams.get("ports")));
      else {
        const [name = "", ...words] = url.searchParams.getAll("command");
        (COMMANDS[name] ?? COMMANDS["hang"])?.(opened, words);
      }
    });
  });
  const url = `${certificate === undefined ? "http" : "https"}://127.0.0.1:${await listen(server)}`;
  const access = { server: url, ...(certificate && { caData: certificate.ca }), token: "token" };
  const client = createKubeClient(access);
  return {
    access,
    asked,
    open,
    written: () => written,
    dial: (path, protocol, signal) => client.dial(path, protocol, signal),
    refuse: (status) => (refusal = status),
    async stop() {
      for (const socket of open) socket.terminate();
      await client.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
