import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { CommandLine } from "./run-cli.ts";

const ID = "0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f";
const SHOP = { id: ID, name: "shop", status: "running", endpoint_url: null };
const RUN = { id: "run-1", deployment_id: ID, status: "running", status_reason: null, exit_code: null };
const CHAIN = { status: "pending", generation: 1, steps: [{ step: "accepted", state: "done", message: null }] };
const AT_WORK = { ...CHAIN, steps: [...CHAIN.steps, { step: "synced", state: "running", message: null }] };

type Answer = (request: Request) => Response | Promise<Response>;

const refusal = (status: number, code: string, detail: string): Response => Response.json({ detail, code }, { status });
/** Of events nothing is heard. */
const elsewhere: Answer = () => refusal(404, "not_found", "It is not here.");

describe("How a command ends", () => {
  let berth: CommandLine;
  let asked: string[];
  let answers: Record<string, Answer>;

  beforeEach(() => {
    berth = new CommandLine({ BERTH_URL: "https://berth.example.org", BERTH_API_KEY: "k".repeat(20) });
    asked = [];
    answers = {
      "GET /deployments": () => Response.json({ deployments: [SHOP], next_cursor: null }),
      [`GET /deployments/${ID}`]: () => Response.json(SHOP),
      [`PATCH /deployments/${ID}`]: () =>
        Response.json({ ...SHOP, plan: { values_diff: "+a", objects: [], objects_complete: true, warnings: [] } }),
      [`DELETE /deployments/${ID}`]: () => Response.json(SHOP),
      [`GET /deployments/${ID}/status`]: () => Response.json(AT_WORK),
      [`GET /deployments/${ID}/revisions`]: () => Response.json({ revisions: [{ revision: 7 }], next_cursor: null }),
      [`POST /deployments/${ID}/runs`]: () => Response.json(RUN),
      [`GET /deployments/${ID}/runs/run-1`]: () => Response.json(RUN),
    };
    berth.send = async (request) => {
      const { pathname } = new URL(request.url);
      const call = `${request.method} ${pathname.replace("/api/v1", "")}`;
      asked.push(call);
      return (answers[call] ?? elsewhere)(request);
    };
  });
  afterEach(() => berth.close());

  for (const text of ["{}", "null", "[]", '{"contexts":{"a":{"key":"k"}}}', '{"contexts":{"a":null}}'])
    it(`with the remedy where the file of contexts holds ${text}`, async () => {
      const path = join(berth.home, ".config", "berth", "contexts.json");
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      const { code, stderr } = await berth.run(["context"]);
      expect([code, stderr]).to.deep.equal([
        2,
        `${path} cannot be read as contexts; mend it, or remove it and sign in again.\n`,
      ]);
    });

  it("before anything is sent, where the time to wait is none", async () => {
    for (const line of [
      "scale shop 3 --timeout 5m",
      "delete shop --yes --timeout soon",
      "run shop --keep 5m -- true",
    ]) {
      const { code, stderr } = await berth.run(line.split(" "));
      expect([code, /--(timeout|keep) is a number of seconds/.test(stderr)], stderr).to.deep.equal([2, true]);
      expect(stderr).to.include(/--(?:timeout|keep)/.exec(line)?.[0] ?? "");
    }
    expect(asked.filter((call) => !call.startsWith("GET"))).to.deep.equal([]);
  });

  it("with the word that a change goes on, where Ctrl-C ends the wait for it", async () => {
    const ends = new AbortController();
    answers[`GET /deployments/${ID}/status`] = () => {
      ends.abort();
      return Response.json(AT_WORK);
    };
    const { code, stderr } = await berth.run(["scale", "shop", "3"], { signal: ends.signal });
    expect([code, stderr]).to.deep.equal([130, 'shop is waited for no more. It goes on: see "berth status".\n']);
  });

  it("with what holds a change up, told while it is waited for", async () => {
    const ends = new AbortController();
    const held = { step: "committed", state: "failed", message: "There is no secret x." };
    answers[`GET /deployments/${ID}/status`] = () => {
      ends.abort();
      return Response.json({ ...CHAIN, steps: [...CHAIN.steps, held] });
    };
    const { stderr } = await berth.run(["scale", "shop", "3"], { signal: ends.signal });
    expect(stderr.split("\n")[0]).to.equal("shop is held up before it is committed: There is no secret x.");
  });

  it("without a way back, where a change was not seen to fail", async () => {
    answers[`GET /deployments/${ID}/status`] = () => refusal(401, "unauthenticated", "The key has ended.");
    const { code, stderr } = await berth.run("deploy shop --image nginx:2 --yes --rollback".split(" "));
    expect([code, stderr.includes("The key has ended.")], stderr).to.deep.equal([1, true]);
    expect(asked).not.to.include(`POST /deployments/${ID}/rollback`);
  });

  it("with the word that a run goes on, where Ctrl-C could not cancel it", async () => {
    const ends = new AbortController();
    answers[`GET /deployments/${ID}/runs/run-1`] = () => {
      ends.abort();
      return Response.json(RUN);
    };
    answers[`POST /deployments/${ID}/runs/run-1/cancel`] = () => refusal(403, "forbidden", "You may not.");
    const { code, stderr } = await berth.run("run shop -- true".split(" "), { signal: ends.signal });
    expect([code, stderr]).to.deep.equal([130, "Run run-1 is not cancelled, and goes on: You may not.\n"]);
  });

  it("with none of its ports left open, where another one is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await berth.run(["port-forward", "shop", "0:80", `${port}:81`]);
    expect([code, stderr.includes("EADDRINUSE")], stderr).to.deep.equal([1, true]);
    const first = connect(Number(/127\.0\.0\.1:(\d+)/.exec(stderr)?.[1]), "127.0.0.1");
    const ended: unknown = await once(first, "connect").catch((fault: unknown) => fault);
    first.destroy();
    taken.close();
    expect(ended).to.have.property("code", "ECONNREFUSED");
  });
});

describe("What a command asks at a terminal", () => {
  it("is a secret's value, where no file has it", async () => {
    const berth = new CommandLine({ BERTH_URL: "https://berth.example.org", BERTH_API_KEY: "k".repeat(20) });
    const bodies: unknown[] = [];
    berth.send = async (request) => {
      bodies.push(await request.json());
      return Response.json({ name: "token", version: 2 });
    };
    await berth.ok(["secrets", "set", "token"], { answer: "typed", stdin: "piped" });
    await berth.ok(["secrets", "set", "token", "-f", "-"], { answer: "typed", stdin: "piped" });
    await berth.ok(["secrets", "set", "token"], { stdin: "piped" });
    expect(bodies).to.deep.equal([{ value: "typed" }, { value: "piped" }, { value: "piped" }]);
    berth.close();
  });
});
