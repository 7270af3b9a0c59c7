import { EventEmitter } from "node:events";
import { expect } from "chai";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { logRequests } from "../../../api/http/log-requests.ts";

/** Sends one request through the step and ends its answer. */
function answer(method: string, locals: Record<string, unknown>, level = "info"): Record<string, unknown>[] {
  const { logger, lines } = createCapturedLogger();
  logger.level = level;
  const response = Object.assign(new EventEmitter(), { locals, statusCode: 202 });
  let passedOn = 0;
  logRequests(logger)({ method, path: "/invitations/secret-token" } as never, response as never, () => {
    passedOn += 1;
  });
  response.emit("finish");
  expect(passedOn).to.equal(1);
  return lines;
}

describe("logRequests", () => {
  const locals = { requestId: "req-1", route: { operation: { operationId: "create_cluster" } } };

  it("logs what changes something, by its request id and its operation", () => {
    const [line, ...rest] = answer("POST", locals);
    expect(rest).to.eql([]);
    expect(line).to.deep.include({
      level: "info",
      message: "Answered a request",
      requestId: "req-1",
      operation: "create_cluster",
      status: 202,
    });
    expect(line?.["durationMs"]).to.be.a("number");
  });

  it("logs reads for whoever asks for details only", () => {
    expect(answer("GET", locals)).to.eql([]);
    expect(answer("GET", locals, "debug")[0]).to.deep.include({ level: "debug", requestId: "req-1" });
  });

  it("tells no path, in which there may be a token, not even of an unknown route", () => {
    const lines = answer("DELETE", { requestId: "req-2" });
    expect(lines[0]).to.deep.include({ requestId: "req-2", operation: "unknown" });
    expect(JSON.stringify(lines)).to.not.contain("secret-token");
  });
});
