import { expect } from "chai";
import { followEvents, type BerthEvent } from "../../client/follow-events.ts";
import { followLogs } from "../../client/follow-logs.ts";
import { isBerthError, WaitTimeout, type Connection } from "../../client/main.ts";
import { waitFor } from "../../client/wait-for.ts";
import { json, scriptedGateway, stream, type Scripted } from "./scripted-gateway.ts";

const means = {
  pause: () => Promise.resolve(),
  random: () => 0.5,
  silenceMs: 60_000,
  wallMs: () => 0,
  monotonicMs: () => performance.now(),
};
const change = (cursor: number, id: string): string =>
  `id: ${cursor}\nevent: change\ndata: ${JSON.stringify({ kind: "Deployment", id, resource: null })}\n\n`;

/** Opens scripted streams and remembers with which query. */
function opener(script: readonly Response[]): Readonly<{
  queries: Record<string, unknown>[];
  open: (query: object) => Promise<Response>;
}> {
  const queries: Record<string, unknown>[] = [];
  const left = [...script];
  return {
    queries,
    open: (query) => {
      queries.push({ ...query });
      const next = left.shift();
      return next === undefined ? Promise.reject(new Error("nothing is scripted")) : Promise.resolve(next);
    },
  };
}

/** Makes an answer that comes in pieces, the next one when it is asked for. */
function pieces(...texts: readonly string[]): Response {
  const left = [...texts];
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void =>
    controller.enqueue(new TextEncoder().encode(left.shift()));
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
}

async function take<T>(count: number, from: AsyncGenerator<T, void>): Promise<T[]> {
  const taken: T[] = [];
  for await (const one of from) if (taken.push(one) === count) break;
  return taken;
}

describe("events of the client", () => {
  const told = (event: BerthEvent): string => `${event.cursor} ${event.type === "change" ? event.change.id : "resync"}`;

  it("go on after a break where they were, though the last that came was only a place", async () => {
    const { open, queries } = opener([
      stream(`id: 5\n\n${change(6, "a")}${change(7, "b")}: heartbeat\nid: 9\n\n`),
      stream(change(10, "c")),
    ]);
    const connections: Connection[] = [];
    const choice = { query: { kind: "Deployment" }, onConnection: (one: Connection) => connections.push(one) } as const;
    const events = await take(3, followEvents(open, choice, means));
    expect(events.map(told)).to.deep.equal(["6 a", "7 b", "10 c"]);
    expect(queries).to.deep.equal([
      { kind: "Deployment", cursor: undefined },
      { kind: "Deployment", cursor: "9" },
    ]);
    expect(connections).to.deep.equal(["open", "lost", "open"]);
  });

  it("tell after each opening that all that was before has been heard, once the follower has it", async () => {
    const current = "event: current\ndata: {}\n\n";
    const { open } = opener([stream(`${change(6, "a")}id: 6\n${current}`), stream(`${current}${change(7, "b")}`)]);
    const heard: string[] = [];
    const choice = { onCurrent: () => heard.push("current") };
    for await (const event of followEvents(open, choice, means)) if (heard.push(told(event)) === 4) break;
    expect(heard).to.deep.equal(["6 a", "current", "current", "7 b"]);
  });

  it("tell that changes were lost", async () => {
    const { open } = opener([stream("id: 40\nevent: resync\ndata: {}\n\n")]);
    expect((await take(1, followEvents(open, { query: { cursor: "1" } }, means))).map(told)).to.deep.equal([
      "40 resync",
    ]);
  });

  it("take a stream that is silent for too long for a broken one", async () => {
    const { open, queries } = opener([stream("id: 5\n\n", "silent"), stream(change(6, "a"))]);
    const events = followEvents(open, {}, { ...means, silenceMs: 20 });
    expect((await take(1, events)).map(told)).to.deep.equal(["6 a"]);
    expect(queries).to.have.length(2);
  });

  it("take a stream for a broken one where the machine slept, though it comes to speak first or not at all, and say since when", async () => {
    for (const asleep of [stream(change(5, "a"), "silent"), pieces(change(5, "a"), change(6, "late"))]) {
      let sleptMs = 0;
      const { open, queries } = opener([asleep, stream(change(6, "b"))]);
      const heard: string[] = [];
      const onConnection = (connection: Connection, silentMs: number): void => {
        heard.push(`${connection} ${Math.floor(silentMs / 3_600_000)} h`);
      };
      const events = followEvents(open, { onConnection }, { ...means, wallMs: () => sleptMs });
      for await (const event of events) {
        heard.push(told(event));
        sleptMs = 7_200_000;
        if (heard.length === 5) break;
      }
      expect(heard).to.deep.equal(["open 0 h", "5 a", "lost 2 h", "open 2 h", "6 b"]);
      expect(queries[1], "it goes on where it was").to.deep.equal({ cursor: "5" });
    }
  });

  it("end with a refusal that will not pass, and go on after one that will", async () => {
    const { berth, asked } = scriptedGateway([
      stream(change(6, "a"), "end"),
      json(503, { code: "postgres_unavailable", detail: "Away.", request_id: "r" }),
      json(401, { code: "unauthenticated", detail: "Ended.", request_id: "r" }),
    ]);
    const fault = await take(2, berth.events()).catch((error: unknown) => error);
    expect(isBerthError(fault) && fault.code).to.equal("unauthenticated");
    expect(asked).to.have.length(3);
    expect(asked[0]?.headers.get("accept")).to.equal("text/event-stream");
  });

  it("end quietly with the signal", async () => {
    const ends = new AbortController();
    const { open } = opener([stream(change(6, "a"), "silent")]);
    const heard: string[] = [];
    for await (const event of followEvents(open, { signal: ends.signal }, means)) {
      heard.push(told(event));
      ends.abort();
    }
    expect(heard).to.deep.equal(["6 a"]);
  });

  it("keep no process that has heard enough, and asks for no more of them", async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const ends = new AbortController();
    const { open } = opener([stream(change(6, "a"), "silent")]);
    await followEvents(open, { signal: ends.signal }, means).next();
    const followed = timers();
    ends.abort();
    expect(timers()).to.equal(followed - 1);
  });
});

describe("logs of the client", () => {
  const line = (at: string | null, text: string, pod = "p"): string =>
    `event: line\ndata: ${JSON.stringify({ pod, container: "c", at, text })}\n\n`;
  const end = 'event: end\ndata: {"reason":"completed"}\n\n';
  const texts = async (script: readonly Response[]): Promise<string[]> => {
    const lines: string[] = [];
    for await (const { text } of followLogs(opener(script).open, {}, means)) lines.push(text);
    return lines;
  };

  it("show a line once, though after a break they begin before it", async () => {
    const first =
      line("2026-01-01T00:00:01.5Z", "a") + line("2026-01-01T00:00:02Z", "b") + line("2026-01-01T00:00:02Z", "c");
    const again = first + line("2026-01-01T00:00:02Z", "d") + line("2026-01-01T00:00:02.000000001Z", "b") + end;
    expect(await texts([stream(first), stream(again)])).to.deep.equal(["a", "b", "c", "d", "b"]);
  });

  it("know the place of each container, and show what has no time each time", async () => {
    const first = line("2026-01-01T00:00:09Z", "a") + line(null, "?");
    const again =
      line("2026-01-01T00:00:01Z", "old", "q") + line("2026-01-01T00:00:01Z", "old") + line(null, "?") + end;
    expect(await texts([stream(first), stream(again)])).to.deep.equal(["a", "?", "old", "?"]);
  });

  it("begin again as far back as they have not heard, also while the machine slept, and never with a tail", async () => {
    for (const clock of ["wallMs", "monotonicMs"]) {
      let nowMs = 0;
      const { open, queries } = opener([stream(line("2026-01-01T00:00:01Z", "a")), stream(end, "end")]);
      const pause = (): Promise<void> => {
        nowMs += 7_200;
        return Promise.resolve();
      };
      const clocks = { wallMs: () => 0, monotonicMs: () => 0, [clock]: () => nowMs };
      const logs = followLogs(open, { query: { follow: true, tail: 10 } }, { ...means, ...clocks, pause });
      for await (const { text } of logs) expect(text).to.equal("a");
      expect(queries, clock).to.deep.equal([
        { follow: true, tail: 10 },
        { follow: true, tail: undefined, since: "13s" },
      ]);
    }
  });
});

describe("waits of the client", () => {
  const id = "01970000-0000-7000-8000-000000000001";
  const input = { path: { deployment_id: id } };
  const status = (value: string): Response => json(200, { id, status: value });
  const gone = json(404, { code: "not_found", detail: "Gone.", request_id: "r" });
  const wait = async (
    script: readonly Scripted[],
    isWanted: (status: string | undefined) => boolean,
  ): Promise<unknown> =>
    scriptedGateway(script).berth.waitFor("getDeployment", input, (value) => isWanted(value?.status));

  it("look again at each event, and end with what they waited for", async () => {
    const { berth, asked } = scriptedGateway([
      stream(change(6, id) + change(7, id), "silent"),
      status("pending"),
      status("pending"),
      status("running"),
    ]);
    const found = await berth.waitFor("getDeployment", input, (value) => value?.status === "running");
    expect(found?.status).to.equal("running");
    expect(new URL(asked[0]!.url).searchParams.get("id")).to.equal(id);
  });

  it("may wait until it is gone; who does not is told that it is", async () => {
    expect(await wait([stream("", "silent"), gone.clone()], (value) => value === undefined)).to.equal(undefined);
    const fault = await wait([stream("", "silent"), gone], (value) => value === "running").catch(
      (error: unknown) => error,
    );
    expect(isBerthError(fault) && fault.code).to.equal("not_found");
  });

  it("end in time with what was seen last", async () => {
    const events = async function* (): AsyncGenerator<BerthEvent, void> {};
    const waiting = { read: () => Promise.resolve("pending"), until: () => false, events, timeoutMs: 20 };
    const fault = await waitFor(waiting).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(WaitTimeout).with.property("last", "pending");
  });
});
