/*
 * Holds open streams of events from a process of its own, as browsers do from machines of theirs: what measures is not what is measured.
 * `EventListeners` is what a bench holds of it; as a program it does what it is told by messages. Bare sockets, as a client of HTTP
 * for each would cost more than the streams do.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { inParallel } from "./in-parallel.ts";

/** A stream to be opened: at which gateway, by whose key. */
export type StreamOrder = Readonly<{ port: number; key: string }>;

/** A line that came: of which resource, at which stream, when by the machine's monotonic clock. */
export type Heard = Readonly<{ id: string; stream: number; atMs: number }>;

/** How the streams stand: those that were refused by their answer's status, and those that ended by themselves. */
type Standing = Readonly<{ open: number; refused: Readonly<Record<string, number>>; dropped: number }>;

type Order = Readonly<
  { kind: "open"; streams: readonly StreamOrder[]; parallel: number } | { kind: "take" | "standing" }
>;

/** Returns the time of a clock that all processes of a machine share, in milliseconds. */
export function sharedMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** The process that listens. */
export class EventListeners {
  readonly #child: ChildProcess = fork(import.meta.filename, { execArgv: [], detached: true });

  get pid(): number {
    return this.#child.pid!;
  }

  /** Opens streams, so many at a time; each counts once its first line is there. */
  open(streams: readonly StreamOrder[], parallel: number): Promise<Standing> {
    return this.#tell({ kind: "open", streams, parallel }) as Promise<Standing>;
  }

  standing(): Promise<Standing> {
    return this.#tell({ kind: "standing" }) as Promise<Standing>;
  }

  /** Takes what was heard since this was last asked. */
  take(): Promise<readonly Heard[]> {
    return this.#tell({ kind: "take" }) as Promise<readonly Heard[]>;
  }

  stop(): void {
    this.#child.kill();
  }

  async #tell(order: Order): Promise<unknown> {
    const answer = once(this.#child, "message");
    this.#child.send(order);
    const [{ result, fault }] = (await answer) as [Readonly<{ result?: unknown; fault?: string }>];
    if (fault !== undefined) throw new Error(fault);
    return result;
  }
}

const RESOURCE = /"id":"([0-9a-f-]{36})"/;
const DATA = "event: change\ndata: ";

class Listener {
  heard: Heard[] = [];
  open = 0;
  dropped = 0;
  readonly refused: Record<string, number> = {};
  #opened = 0;

  get standing(): Standing {
    return { open: this.open, refused: this.refused, dropped: this.dropped };
  }

  take(): readonly Heard[] {
    const heard = this.heard;
    this.heard = [];
    return heard;
  }

  async openAll(streams: readonly StreamOrder[], parallel: number): Promise<Standing> {
    await inParallel(streams, parallel, (one) => this.#openOne(one));
    return this.standing;
  }

  #openOne({ port, key }: StreamOrder): Promise<void> {
    const stream = this.#opened++;
    const socket = connect(port, "127.0.0.1");
    socket.setEncoding("latin1").setNoDelay(true);
    socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    return new Promise((resolve) => {
      this.#follow(socket, stream, resolve);
    });
  }

  #follow(socket: Socket, stream: number, onOpen: () => void): void {
    let head = "";
    let isOpen = false;
    let rest = "";
    const refuse = (why: string): void => {
      this.refused[why] = (this.refused[why] ?? 0) + 1;
      onOpen();
    };
    socket.on("data", (text: string) => {
      if (isOpen) {
        rest = this.#read(rest + text, stream);
        return;
      }
      head += text;
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      if (status !== undefined && status !== "200") socket.destroy();
      if (status !== "200" || !head.includes("\nid: ")) return;
      isOpen = true;
      this.open += 1;
      onOpen();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (!isOpen) refuse(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? "no answer");
      else {
        this.open -= 1;
        this.dropped += 1;
      }
    });
  }

  /** Notes the changes that a text tells; returns what may be the beginning of one more. */
  #read(text: string, stream: number): string {
    let from = 0;
    for (;;) {
      const at = text.indexOf(DATA, from);
      if (at < 0) return text.slice(Math.max(from, text.length - DATA.length));
      const end = text.indexOf("\n\n", at);
      if (end < 0) return text.slice(at);
      const id = RESOURCE.exec(text.slice(at + DATA.length, at + DATA.length + 200))?.[1] ?? "";
      this.heard.push({ id, stream, atMs: sharedMs() });
      from = end;
    }
  }
}

function obey(listener: Listener, order: Order): Promise<unknown> | unknown {
  if (order.kind === "open") return listener.openAll(order.streams, order.parallel);
  return order.kind === "take" ? listener.take() : listener.standing;
}

if (process.argv[1] === import.meta.filename) {
  const listener = new Listener();
  process.once("disconnect", () => process.exit());
  process.on("message", (order: Order) => {
    Promise.resolve(obey(listener, order)).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ fault: String(error) }),
    );
  });
}
