import { assert } from "chai";
import { BerthError, ERRORS, type ErrorCode } from "../../../contract/errors.ts";
import { answerError } from "../../../api/http/error-answer.ts";
import { ValidationFault } from "../../../api/http/validation-fault.ts";

describe("answerError", () => {
  it("answers every code with its status, its sentence and the request id", () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const { status, body } = answerError(new BerthError(code), "r1");
      assert.deepEqual(
        [status, body],
        [ERRORS[code].status, { detail: ERRORS[code].sentence, code, request_id: "r1" }],
      );
    }
  });

  it("adds the headers that a status needs", () => {
    assert.deepEqual(answerError(new BerthError("unauthenticated"), "r").headers, { "WWW-Authenticate": "Bearer" });
    assert.deepEqual(answerError(new BerthError("rate_limited", { retryAfterSeconds: 1.2 }), "r").headers, {
      "Retry-After": "2",
    });
    assert.deepEqual(answerError(new BerthError("kubernetes_unavailable"), "r").headers, { "Retry-After": "2" });
    const wrongMethod = answerError(new BerthError("method_not_allowed", { details: { allow: "GET, HEAD" } }), "r");
    assert.deepEqual([wrongMethod.headers, "allow" in wrongMethod.body], [{ Allow: "GET, HEAD" }, false]);
  });

  it("shows details that were declared safe, which can never replace the code", () => {
    const { body } = answerError(
      new BerthError("conflict", { details: { conflicts: ["a"], code: "x", detail: "y" } }),
      "r",
    );
    assert.deepEqual(body, { conflicts: ["a"], detail: ERRORS.conflict.sentence, code: "conflict", request_id: "r" });
  });

  it("shows nothing of an unknown error, whatever status it claims", () => {
    const foreign = Object.assign(new Error("postgres://user:canary@host"), { status: 404, statusCode: 404 });
    for (const error of [foreign, "canary", null, new BerthError("internal", { message: "canary", cause: foreign })]) {
      const answer = answerError(error, "r");
      assert.equal(answer.status, 500);
      assert.notInclude(JSON.stringify(answer), "canary");
    }
  });

  it("answers faults of a request as a bare list", () => {
    const fault = { type: "missing", loc: ["body"], msg: "Field required", input: null };
    assert.deepEqual(answerError(new ValidationFault([fault]), "r"), {
      status: 422,
      headers: {},
      body: { detail: [fault] },
    });
  });
});
