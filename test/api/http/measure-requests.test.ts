import { EventEmitter } from "node:events";
import { expect } from "chai";
import { Registry } from "prom-client";
import { createRequestMetrics } from "../../../api/http/measure-requests.ts";

describe("createRequestMetrics", () => {
  const answer = async (...all: readonly { status: number; operationId?: string }[]): Promise<string> => {
    const registry = new Registry();
    const { measure } = createRequestMetrics(registry);
    for (const { status, operationId } of all) {
      const locals = operationId === undefined ? {} : { route: { operation: { operationId } } };
      const response = Object.assign(new EventEmitter(), { locals, statusCode: status });
      measure({ path: "/anything" } as never, response as never, () => undefined);
      response.emit("finish");
    }
    return registry.metrics();
  };
  const count = (text: string, labels: string): string | undefined =>
    text
      .split("\n")
      .find((line) => line.startsWith(`berth_http_request_duration_seconds_count{${labels}}`))
      ?.split(" ")[1];

  it("counts and times answers by operation and status", async () => {
    const list = { status: 200, operationId: "list_clusters" };
    const text = await answer(list, list, { ...list, status: 503 });
    expect(count(text, 'route="list_clusters",status="200"')).to.equal("2");
    expect(count(text, 'route="list_clusters",status="503"')).to.equal("1");
    expect(text).to.match(/berth_http_request_duration_seconds_sum\{route="list_clusters",status="200"\} 0?\.?\d/);
  });

  it("gives all unknown routes one label", async () => {
    const text = await answer({ status: 404 }, { status: 404 });
    expect(count(text, 'route="unknown",status="404"')).to.equal("2");
    expect(text).to.not.contain("anything");
  });
});
