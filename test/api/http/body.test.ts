import { once } from "node:events";
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { assert } from "chai";
import { readJsonBody } from "../../../api/http/body.ts";
import { answerError } from "../../../api/http/error-answer.ts";

type Reply = Readonly<{ status: number; headers: IncomingHttpHeaders; body: unknown }>;

describe("readJsonBody", () => {
  let server: Server;

  before(async () => {
    server = createServer((incoming, outgoing) => {
      void readJsonBody(incoming)
        .then(
          (body) => ({ status: 200, headers: {}, body: { read: body ?? "nothing" } }),
          (error: unknown) => answerError(error, "r1"),
        )
        .then(({ status, headers, body }) => outgoing.writeHead(status, headers).end(JSON.stringify(body)));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function send(
    body: Buffer | string,
    headers: OutgoingHttpHeaders = { "content-type": "application/json" },
  ): Promise<Reply> {
    const { port } = server.address() as AddressInfo;
    const length = "transfer-encoding" in headers ? {} : { "content-length": Buffer.byteLength(body) };
    const call = request({ port, host: "127.0.0.1", method: "POST", path: "/", headers: { ...length, ...headers } });
    call.end(body);
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    const chunks = (await answer.toArray()) as Buffer[];
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
  }

  it("reads JSON of any accepted media type", async () => {
    for (const type of ["application/json", "application/json; charset=UTF-8", "application/merge-patch+json"])
      assert.deepEqual((await send('{"a":"ü"}', { "content-type": type })).body, { read: { a: "ü" } });
  });

  it("takes an empty body for none, whatever its type", async () => {
    assert.deepEqual((await send("", {})).body, { read: "nothing" });
  });

  it("takes exactly 1 MiB and answers 413 for a byte more, announced or streamed", async () => {
    const exact = JSON.stringify("a".repeat(1_048_574));
    assert.equal((await send(exact)).status, 200);
    for (const headers of [{}, { "transfer-encoding": "chunked" }]) {
      const { status, body } = await send(`${exact} `, { "content-type": "application/json", ...headers });
      assert.deepEqual([status, (body as { code: string }).code], [413, "too_large"]);
    }
  });

  it("answers 415 for other types, charsets and encodings", async () => {
    const refused = [
      {},
      { "content-type": "text/plain" },
      { "content-type": "application/json; charset=latin1" },
      { "content-type": "application/json", "content-encoding": "gzip" },
      { "content-type": "application/jsonx" },
    ];
    for (const headers of refused) assert.equal((await send("{}", headers)).status, 415, JSON.stringify(headers));
  });

  it("answers 400 for bytes that are not UTF-8", async () => {
    const { status, body } = await send(Buffer.from([0x22, 0xff, 0x22]));
    assert.deepEqual(
      [status, body],
      [400, { detail: "There was an error parsing the body", code: "malformed", request_id: "r1" }],
    );
  });

  it("answers broken JSON as FastAPI does", async () => {
    const { status, body } = await send('{"name": }');
    const fault = {
      type: "json_invalid",
      loc: ["body", 9],
      msg: "JSON decode error",
      input: {},
      ctx: { error: "Expecting value" },
    };
    assert.deepEqual([status, body], [422, { detail: [fault] }]);
  });

  it("refuses what Postgres or the validators could not bear: half a pair, deep nesting", async () => {
    for (const text of [
      '{"a":["\\ud83d"]}',
      '{"\\udea2":1}',
      `${"[".repeat(65)}${"]".repeat(65)}`,
      `${'{"a":'.repeat(70_000)}1${"}".repeat(70_000)}`,
    ]) {
      const { status, body } = await send(text);
      assert.deepEqual(
        [status, (body as { detail: { type: string; loc: unknown }[] }).detail.map(({ type, loc }) => [type, loc])],
        [422, [["value_error", ["body"]]]],
      );
    }
    assert.equal((await send(`${"[".repeat(64)}${"]".repeat(64)}`)).status, 200);
  });
});
