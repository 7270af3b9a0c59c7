import { expect } from "chai";
import { createBerth, isBerthError, type BerthError } from "../../client/main.ts";
import { json, scriptedGateway, type Scripted } from "./scripted-gateway.ts";

const ID = "01970000-0000-7000-8000-000000000001";
const path = { deployment_id: ID };

async function refusal(call: Promise<unknown>): Promise<BerthError> {
  return call.then(
    () => expect.fail("it was not refused"),
    (error: unknown) => (isBerthError(error) ? error : Promise.reject(error as Error)),
  );
}

describe("calls of the client", () => {
  it("go to the path with its parameters, as the holder of the key", async () => {
    const { berth, asked } = scriptedGateway([json(200, { id: ID }, { etag: '"3.a"' })]);
    const { data, etag } = await berth.ask("updateDeployment", { path, query: { wait: 60 }, body: { replicas: 2 } });
    expect([data.id, etag]).to.deep.equal([ID, '"3.a"']);
    const [request] = asked;
    expect(request?.url).to.equal(`https://berth.example.org/api/v1/deployments/${ID}?wait=60`);
    expect(request?.method).to.equal("PATCH");
    expect(request?.headers.get("authorization")).to.equal("Bearer brt_key");
    expect(await request?.json()).to.deep.equal({ replicas: 2 });
  });

  it("ask for the key before each request, so that it may be renewed", async () => {
    const keys = ["first", "second"];
    const seen: (string | null)[] = [];
    const fetch = (request: Request): Promise<Response> => {
      seen.push(request.headers.get("authorization"));
      return Promise.resolve(json(200, {}));
    };
    const berth = createBerth({ url: "https://berth.example.org", key: () => keys.shift() ?? "", fetch });
    await berth.getMe();
    await berth.getMe();
    expect(seen).to.deep.equal(["Bearer first", "Bearer second"]);
  });

  it("answer text where the operation does, and nothing where the reader has it already", async () => {
    const yaml = new Response("replicas: 2\n", { headers: { "content-type": "application/yaml" } });
    const { berth } = scriptedGateway([yaml, new Response(null, { status: 304 })]);
    expect(await berth.getDeploymentValues({ path })).to.equal("replicas: 2\n");
    const again = await berth.ask("getDeployment", { path, header: { "If-None-Match": '"3.a"' } });
    expect(again.status).to.equal(304);
  });

  it("answer JSON line by line as the text that it is", async () => {
    const lines = '{"action":"login"}\n{"action":"logout"}\n';
    const exported = new Response(lines, { headers: { "content-type": "application/x-ndjson; charset=utf-8" } });
    const patched = json(200, { id: ID }, { "content-type": "application/merge-patch+json; charset=utf-8" });
    const { berth } = scriptedGateway([exported, patched]);
    expect(await berth.listAudit({ path: { slug: "acme" } })).to.equal(lines);
    expect(await berth.getDeployment({ path })).to.deep.equal({ id: ID });
  });

  it("walk a list over its pages", async () => {
    const { berth, asked } = scriptedGateway([
      json(200, { deployments: [{ id: "a" }, { id: "b" }], next_cursor: "c1" }),
      json(200, { deployments: [{ id: "c" }], next_cursor: null }),
    ]);
    const ids: string[] = [];
    for await (const { id } of berth.pages("listDeployments", { query: { limit: 2 } })) ids.push(id);
    expect(ids).to.deep.equal(["a", "b", "c"]);
    expect(asked.map(({ url }) => new URL(url).search)).to.deep.equal(["?limit=2", "?limit=2&cursor=c1"]);
  });

  it("ask for a page only when somebody wants its items", async () => {
    const { berth, asked } = scriptedGateway([json(200, { deployments: [{ id: "a" }], next_cursor: "c1" })]);
    for await (const { id } of berth.pages("listDeployments")) if (id === "a") break;
    expect(asked).to.have.length(1);
  });
});

describe("refusals of the client", () => {
  it("carry the code, the sentence, the request's id and what else is told", async () => {
    const body = { code: "domain_taken", detail: "Taken.", request_id: "r-1", conflicts: [{ id: "x" }] };
    const { berth } = scriptedGateway([json(409, body, { "x-request-id": "r-1" })]);
    const error = await refusal(berth.getDeployment({ path }));
    expect(error).to.be.instanceOf(Error);
    expect(error).to.include({ code: "domain_taken", status: 409, message: "Taken.", requestId: "r-1" });
    expect(error.details).to.deep.equal({ conflicts: [{ id: "x" }] });
  });

  it("name every fault of an invalid request", async () => {
    const detail = [
      { type: "less_than_equal", loc: ["body", "replicas"], msg: "at most 100" },
      { type: "extra_forbidden", loc: ["body", "colour"], msg: "not known" },
    ];
    const { berth } = scriptedGateway([json(422, { detail })]);
    const error = await refusal(berth.updateDeployment({ path, body: { replicas: 101 } }));
    expect(error.message).to.equal("replicas: at most 100; colour: not known");
    expect(error.code === "invalid" && error.faults.map(({ type }) => type)).to.deep.equal([
      "less_than_equal",
      "extra_forbidden",
    ]);
  });

  it("say so when something between answers in other words", async () => {
    const { berth } = scriptedGateway([new Response("<html>", { status: 418 })]);
    expect(await refusal(berth.getMe())).to.include({ code: "unexpected", status: 418 });
  });
});

describe("repetitions of the client", () => {
  const away = (): Response => json(503, { code: "postgres_unavailable", detail: "Away.", request_id: "r" });
  const unknown = (): Response => json(503, { code: "outcome_unknown", detail: "Lost.", request_id: "r" });
  const busy = (): Response => json(429, { code: "rate_limited", detail: "Too many.", request_id: "r" });
  const done = (): Response => json(200, { id: ID });
  const change = { path, body: { replicas: 2 } };

  it("carry one Idempotency-Key, so that nothing is made twice", async () => {
    const { berth, asked } = scriptedGateway(["no answer", unknown(), new Response("", { status: 502 }), done()]);
    const body = { name: "a", cluster_id: ID, app_type: "web_app", docker_image: "nginx:1" } as const;
    await berth.createDeployment({ body });
    const keys = asked.map((request) => request.headers.get("idempotency-key"));
    expect(new Set(keys).size).to.equal(1);
    expect(keys[0]).to.match(/^[0-9a-f-]{36}$/);
    expect(await asked.at(-1)?.json()).to.deep.equal(body);
  });

  it("keep the key that the caller chose", async () => {
    const { berth, asked } = scriptedGateway([done()]);
    await berth.restartDeployment({ path, header: { "Idempotency-Key": "mine" } });
    expect(asked[0]?.headers.get("idempotency-key")).to.equal("mine");
  });

  const rows: readonly (readonly [
    what: string,
    script: readonly Scripted[],
    asked: number,
    code: string | undefined,
  ])[] = [
    ["a change that was not begun is repeated", [away(), busy(), done()], 3, undefined],
    ["a change whose outcome is unknown is not", [unknown()], 1, "outcome_unknown"],
    ["a change that nobody answered is not", ["no answer"], 1, "unreachable"],
    ["a change that a proxy gave up on is not", [new Response("", { status: 504 })], 1, "unexpected"],
    ["a refusal is not", [json(409, { code: "conflict", detail: "No.", request_id: "r" })], 1, "conflict"],
    ["the last of five refusals is told", [busy(), busy(), busy(), busy(), busy()], 5, "rate_limited"],
  ];
  for (const [what, script, count, code] of rows)
    it(what, async () => {
      const { berth, asked } = scriptedGateway(script);
      const call = berth.updateDeployment(change);
      if (code === undefined) expect((await call).id).to.equal(ID);
      else expect((await refusal(call)).code).to.equal(code);
      expect(asked).to.have.length(count);
    });

  it("repeat reads that nobody answered, and name the address in the end", async () => {
    const { berth, asked } = scriptedGateway(["no answer", "no answer", "no answer", "no answer", "no answer"]);
    const error = await refusal(berth.getDeployment({ path }));
    expect(error).to.include({ code: "unreachable", status: 0 });
    expect(error.message).to.include("https://berth.example.org");
    expect(asked).to.have.length(5);
  });

  it("end with the caller's signal, whose reason is thrown", async () => {
    const ends = new AbortController();
    const fetch = (): Promise<Response> => {
      ends.abort(new Error("enough"));
      return Promise.resolve(busy());
    };
    const berth = createBerth({ url: "https://berth.example.org", fetch });
    const thrown = await berth.getMe({}, { signal: ends.signal }).catch((error: unknown) => error);
    expect((thrown as Error).message).to.equal("enough");
  });
});
