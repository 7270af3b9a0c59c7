import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { assert } from "chai";
import { answerError, UNKNOWN_ROUTE, type ErrorAnswer } from "../../../api/http/error-answer.ts";
import { readBodyOf } from "../../../api/http/body.ts";
import { createRequestValidation } from "../../../api/http/request-validation.ts";
import { RouteTable } from "../../../api/http/route-table.ts";
import { BerthError } from "../../../contract/errors.ts";
import { OPERATIONS } from "../../../contract/rest/all.ts";
import { BAD_INPUT, faultOf, runBadInput } from "./bad-input.ts";
import { OPERATIONS_WITH_BODY } from "../../support/every-operation.ts";
import { PUBLISHED_DOCUMENT } from "../../support/published-document.ts";

const validate = createRequestValidation(PUBLISHED_DOCUMENT, OPERATIONS);
const routes = new RouteTable(OPERATIONS);
const CREDENTIALS = { key: { authorization: "Bearer x" }, session: { cookie: "berth_session=x" } };

/** The part of the gateway that needs no state: routes, presence of a credential, body, validation. */
async function answer(request: IncomingMessage): Promise<ErrorAnswer> {
  const { pathname, search } = splitUrl(request.url ?? "/");
  const match = routes.match(request.method ?? "", pathname);
  if (match.kind === "unknown") return UNKNOWN_ROUTE;
  if (match.kind === "wrongMethod") throw new BerthError("method_not_allowed", { details: { allow: match.allow } });
  const { authorization, cookie } = request.headers;
  if (match.route.who.kind !== "public" && authorization === undefined && cookie === undefined)
    throw new BerthError("unauthenticated");
  const body = await readBodyOf(match.route, request);
  await validate(match.route, { path: match.parameters, search, headers: request.headers, body });
  return { status: 200, headers: {}, body: {} };
}

function splitUrl(url: string): { pathname: string; search: string } {
  const [path = "", ...rest] = url.split("?");
  return { pathname: path.startsWith("/api/v1/") ? path.slice(7) : path, search: rest.join("?") };
}

describe("The table of bad input", function () {
  this.timeout(300_000);
  let server: Server;
  let baseUrl: string;

  before(async () => {
    server = createServer((request, response) => {
      void answer(request)
        .catch((error: unknown) => answerError(error, "r1"))
        .then(({ status, headers, body }) => response.writeHead(status, headers).end(JSON.stringify(body)));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it("has at least 150 rows, each with a name of its own, over all routes that take anything, and never expects a 5xx", () => {
    assert.isAtLeast(BAD_INPUT.length, 150);
    assert.lengthOf(new Set(BAD_INPUT.map(({ name }) => name)), BAD_INPUT.length);
    assert.isTrue(BAD_INPUT.every(({ expect }) => expect.status >= 400 && expect.status < 500));
    const decodable = BAD_INPUT.filter(({ expect }) => expect.status !== 400);
    const tried = new Set(
      decodable
        .map(({ method, path }) => routes.match(method, splitUrl(path).pathname))
        .flatMap((match) => (match.kind === "found" ? match.route.operationId : [])),
    );
    const untouched = OPERATIONS.filter(
      ({ operationId, group }) => !tried.has(operationId) && group !== "health" && operationId !== "logout",
    );
    assert.deepEqual(
      untouched.map(({ operationId }) => operationId),
      [],
    );
  });

  it("has the bodies that nobody takes for every operation with a body", () => {
    for (const { operationId } of OPERATIONS_WITH_BODY)
      assert.isAtLeast(BAD_INPUT.filter(({ name }) => name.startsWith(`${operationId}: `)).length, 25, operationId);
  });

  it("is answered as stated by validation alone, wherever no state is needed", async () => {
    const rows = BAD_INPUT.filter(({ needsGateway }) => needsGateway !== true);
    assert.isAtLeast(rows.length, 150);
    assert.deepEqual(await runBadInput(baseUrl, CREDENTIALS, rows), []);
  });

  it("finds a gateway that accepts, answers another fault, or forgets a header (known bad)", async () => {
    const good = {
      name: "good",
      as: "key",
      method: "PATCH",
      path: "/deployments/9b2f6c1e-5d43-4c8a-9f10-3e7d2b8a6c55",
      body: { replicas: 1 },
    } as const;
    const wrong = await runBadInput(baseUrl, CREDENTIALS, [
      { ...good, expect: { status: 422, faults: [["int_type", "body", "replicas"]] } },
      { ...good, body: { replicas: "1" }, expect: { status: 422, faults: [["int_type", "body", "container_port"]] } },
    ]);
    assert.lengthOf(wrong, 2);
    const place = { ...good, expect: { status: 422, at: ["body", "replicas"] } } as const;
    const elsewhere = { ...place, body: { replicas: "1", command: 1 } };
    assert.lengthOf(await runBadInput(baseUrl, CREDENTIALS, [place, elsewhere]), 2);
    const text = JSON.stringify({ detail: "x", code: "unauthenticated", request_id: "r" });
    const row = { ...good, expect: { status: 401, code: "unauthenticated" } };
    assert.isDefined(faultOf(row, { status: 401, headers: {}, text }));
    assert.isUndefined(faultOf(row, { status: 401, headers: { "www-authenticate": "Bearer" }, text }));
  });
});
