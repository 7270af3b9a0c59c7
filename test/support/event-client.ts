import { request, type IncomingMessage } from "node:http";

/** One event as it stood in the stream. */
type SentEvent = Readonly<{ id: string; event: string; data: Record<string, unknown> }>;

/** Follows a stream of server-sent events, as a browser would. */
export type EventClient = Readonly<{
  status: number;
  headers: IncomingMessage["headers"];
  events: SentEvent[];
  /** How many events had come when it was said that what was before has all been told. */
  current: number[];
  /** Comments that came, without their colon. */
  comments: string[];
  /** The newest id, also of a block without data. */
  lastId: () => string;
  ended: () => boolean;
  body: () => string;
  close: () => void;
}>;

/** Opens a stream; what an error answers is in `body`. */
export function openEvents(url: string, headers: Record<string, string>): Promise<EventClient> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      const read = {
        events: [] as SentEvent[],
        current: [] as number[],
        comments: [] as string[],
        id: "",
        ended: false,
        body: "",
        rest: "",
      };
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        read.body += chunk;
        const blocks = (read.rest + chunk).split("\n\n");
        read.rest = blocks.pop() ?? "";
        for (const block of blocks) take(block, read);
      });
      response.on("error", () => undefined);
      response.on("close", () => (read.ended = true));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events: read.events,
        current: read.current,
        comments: read.comments,
        lastId: () => read.id,
        ended: () => read.ended,
        body: () => read.body,
        close: () => sent.destroy(),
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

function take(block: string, into: { events: SentEvent[]; current: number[]; comments: string[]; id: string }): void {
  const lines = block.split("\n");
  const value = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  into.comments.push(...lines.filter((line) => line.startsWith(":")).map((line) => line.slice(1).trim()));
  into.id = value("id") ?? into.id;
  const data = value("data");
  if (value("event") === "current") {
    into.current.push(into.events.length);
    return;
  }
  if (data !== undefined)
    into.events.push({ id: into.id, event: value("event") ?? "message", data: JSON.parse(data) as SentEvent["data"] });
}
