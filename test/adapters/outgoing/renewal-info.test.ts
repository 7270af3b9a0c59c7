import { createServer, type Server, type ServerResponse } from "node:http";
import { expect } from "chai";
import { createRenewalInfoAsker, type RenewalInfo } from "../../../adapters/outgoing/renewal-info.ts";
import { hangUp, listen } from "../../support/listen.ts";

const [START, END] = ["2026-11-20T10:00:00Z", "2026-11-22T12:00:00.5+02:00"];
const WINDOW = { start: START, end: END };
const ID = "aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE";

/** What an authority answers at one path. */
type Answer = (response: ServerResponse) => void;
const json =
  (body: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): Answer =>
  (response) =>
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));

describe("What an authority says of a certificate's renewal", () => {
  let server: Server;
  let url: string;
  let asked: string[];
  let directory: () => Answer;
  let info: Answer;

  before(async () => {
    server = createServer((request, response) => {
      const { authorization, cookie, "user-agent": agent } = request.headers;
      asked.push(`${request.method} ${request.url}`);
      expect([authorization, cookie, agent]).to.deep.equal([undefined, undefined, "berth-renewal-info"]);
      (request.url === "/dir" ? directory() : info)(response);
    });
    url = `http://127.0.0.1:${await listen(server)}`;
  });
  beforeEach(() => {
    asked = [];
    directory = () => json({ newNonce: `${url}/nonce`, renewalInfo: `${url}/ari/` });
    info = json({ suggestedWindow: WINDOW });
  });
  after(async () => {
    await hangUp(server);
  });

  const open = (timeoutMs = 60_000) => createRenewalInfoAsker({ directory: `${url}/dir`, timeoutMs });
  const told = async (): Promise<Extract<RenewalInfo, { kind: "told" }>> => {
    const answer = await open()(ID);
    return answer.kind === "told" ? answer : expect.fail(answer.kind);
  };
  const faultOf = (timeoutMs?: number): Promise<string> =>
    open(timeoutMs)(ID).then(
      ({ kind }) => kind,
      () => "failed",
    );

  it("is asked for where the directory says, which is read once", async () => {
    const ask = open();
    const answers = await Promise.all([ask(ID), ask(ID)]);
    expect(answers[0]).to.deep.include({ kind: "told", startMs: Date.parse(START), endMs: Date.parse(END) });
    expect(asked.toSorted()).to.deep.equal(["GET /ari/" + ID, "GET /ari/" + ID, "GET /dir"]);
  });

  it("is none where the directory has none", async () => {
    directory = () => json({ newNonce: `${url}/nonce` });
    const ask = open();
    expect([await ask(ID), await ask(ID)]).to.deep.equal([{ kind: "unoffered" }, { kind: "unoffered" }]);
    expect(asked).to.deep.equal(["GET /dir"]);
  });

  it("is asked for anew where the directory could not be read", async () => {
    const ask = open();
    const well = directory;
    directory = () => json("{}", {}, 503);
    expect(await ask(ID).catch(() => "failed")).to.equal("failed");
    directory = well;
    expect(await ask(ID)).to.include({ kind: "told" });
  });

  for (const elsewhere of [
    "http://169.254.169.254/latest",
    "http://127.0.0.1:1/ari",
    "file:///etc/passwd",
    "/ari",
    "no url",
    "http://127.0.0.1/ari?to=x",
    `https://${"a".repeat(600)}.example.org/`,
    7,
  ])
    it(`is asked for nowhere else: ${String(elsewhere).slice(0, 40)}`, async () => {
      directory = () => json({ renewalInfo: elsewhere });
      expect(await faultOf()).to.equal("failed");
      expect(asked).to.deep.equal(["GET /dir"]);
    });

  const lies: [string, Answer][] = [
    ["an end before its begin", json({ suggestedWindow: { start: END, end: START } })],
    ["an end that is its begin", json({ suggestedWindow: { start: START, end: START } })],
    ["times that are none", json({ suggestedWindow: { start: "2026-02-30T00:00:00Z", end: "soon" } })],
    ["numbers for times", json({ suggestedWindow: { start: 1, end: 2 } })],
    ["years beyond all bounds", json({ suggestedWindow: { start: START, end: "+275760-09-13T00:00:01Z" } })],
    ["no window", json({})],
    ["a list", json([])],
    ["no JSON", json("<html>")],
    ["more than anybody needs", json(JSON.stringify({ suggestedWindow: WINDOW, more: "x".repeat(70_000) }))],
    ["another status", json({ suggestedWindow: WINDOW }, {}, 404)],
    ["a redirect", json({ suggestedWindow: WINDOW }, { location: "/other" }, 302)],
  ];
  for (const [what, answer] of lies)
    it(`is nothing with ${what}`, async () => {
      info = answer;
      expect(await faultOf()).to.equal("failed");
      expect(asked).to.have.length(2);
    });

  it("is nothing of whom stays silent, or never comes to an end", async () => {
    info = () => undefined;
    expect(await faultOf(50)).to.equal("failed");
    info = (response) => response.writeHead(200).write("{");
    expect(await faultOf(50)).to.equal("failed");
  });

  it("says when it wants to be asked again, in seconds or as a date", async () => {
    const after = async (header: string): Promise<number | undefined> => {
      info = json({ suggestedWindow: WINDOW }, { "retry-after": header });
      return (await told()).retryAfterMs;
    };
    expect(await after("21600")).to.equal(21_600_000);
    expect(await after("Thu, 01 Jan 1970 00:00:00 GMT")).to.equal(0);
    expect(await after(new Date(Date.now() + 3_600_000).toUTCString())).to.be.within(1, 3_600_000);
    for (const none of ["-5", "soon", "9".repeat(40), "1e9"]) expect(await after(none), none).to.equal(undefined);
  });

  const words: [unknown, string | undefined][] = [
    ["https://ca.example.org/incidents/7?x=1#a", "https://ca.example.org/incidents/7?x=1#a"],
    ["https://ca.example.org", "https://ca.example.org/"],
    ["http://ca.example.org/", undefined],
    ["javascript:alert(1)", undefined],
    ["https://user:password@ca.example.org/", undefined],
    ["https://ca.example.org/<script>", undefined],
    ["https://ca.example.org/a'b(c)", undefined],
    ["https://ca.example.org/ and send your password to", undefined],
    [`https://ca.example.org/${"x".repeat(200)}`, undefined],
    ["no url", undefined],
    [{ toString: "x" }, undefined],
    [null, undefined],
  ];
  for (const [given, shown] of words)
    it(`explains itself by a plain address alone: ${JSON.stringify(given).slice(0, 60)}`, async () => {
      info = json({ suggestedWindow: WINDOW, explanationURL: given });
      expect((await told()).explanationUrl).to.equal(shown);
    });
});
