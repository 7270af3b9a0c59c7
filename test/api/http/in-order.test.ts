import { expect } from "chai";
import type { Request, RequestHandler, Response } from "express";
import { inOrder } from "../../../api/http/in-order.ts";

/** Runs steps to their end: the fault that came out, or undefined. */
function run(steps: readonly RequestHandler[]): Promise<unknown> {
  return new Promise((resolve) => void inOrder(steps)({} as Request, {} as Response, resolve));
}

const FAULT = new Error("no");

describe("steps in their order", () => {
  const passed: string[] = [];
  const passing =
    (name: string): RequestHandler =>
    (_request, _response, next) => {
      passed.push(name);
      next();
    };
  const slow: RequestHandler = async (_request, _response, next) => {
    await Promise.resolve();
    passed.push("slow");
    next();
  };
  const throwing: RequestHandler = () => {
    throw FAULT;
  };
  beforeEach(() => passed.splice(0));

  it("follow each other, also behind one that waits", async () => {
    expect(await run([passing("a"), slow, passing("b")])).to.equal(undefined);
    expect(passed).to.deep.equal(["a", "slow", "b"]);
  });

  it("end with the first fault, however it is told", async () => {
    const telling: RequestHandler = (_request, _response, next) => next(FAULT);
    const rejecting: RequestHandler = () => Promise.reject(FAULT);
    const late: RequestHandler = (_request, _response, next) => void setImmediate(() => next());
    for (const faulty of [[telling], [rejecting], [throwing], [slow, throwing], [slow, rejecting], [late, throwing]])
      expect(await run([...faulty, passing("never")])).to.equal(FAULT);
    expect(passed).not.to.contain("never");
  });
});
