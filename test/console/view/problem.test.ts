import { expect } from "chai";
import { refusalOf, unreachable } from "../../../client/berth-error.ts";
import { toProblem } from "../../../console/view/problem.ts";

describe("What people read of a failed call", () => {
  it("is the sentence of the interface, with the request to name", async () => {
    const body = JSON.stringify({ detail: "This name is taken; choose another.", code: "name_taken" });
    const problem = toProblem(await refusalOf(new Response(body, { status: 409, headers: { "x-request-id": "r-1" } })));
    expect(problem).to.deep.equal({
      sentence: "This name is taken; choose another.",
      fields: {},
      requestId: "r-1",
      code: "name_taken",
    });
  });

  it("names the fields that are wrong", async () => {
    const detail = [{ loc: ["body", "password"], msg: "at least 10 characters", type: "too_short" }];
    const problem = toProblem(await refusalOf(new Response(JSON.stringify({ detail }), { status: 422 })));
    expect(problem.fields).to.deep.equal({ password: "at least 10 characters" });
    expect(problem.sentence).to.equal("password: at least 10 characters.");
  });

  it("says what to do where nobody answered, and of what no call refused", () => {
    expect(toProblem(unreachable(new Error("x"), "https://berth.example.org/")).sentence).to.contain("connection");
    expect(toProblem(new Error("")).sentence).to.equal("This did not work. Try again.");
    expect(toProblem(new Error("Such as xn--…")).sentence).to.equal("Such as xn--…");
  });
});
