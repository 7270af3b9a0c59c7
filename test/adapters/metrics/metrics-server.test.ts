import { expect } from "chai";
import { Gauge, Registry } from "prom-client";
import {
  startMetricsServer,
  type MetricsServer,
  type MetricsServerOptions,
} from "../../../adapters/metrics/metrics-server.ts";

describe("startMetricsServer", () => {
  let server: MetricsServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const get = async (
    path: string,
    options: Partial<MetricsServerOptions> = {},
  ): Promise<{ status: number; text: string }> => {
    server ??= await startMetricsServer({ registry: new Registry(), port: 0, ...options });
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };

  it("serves the registry, and nothing else", async () => {
    const registry = new Registry();
    new Gauge({ name: "berth_things", help: "Things", registers: [registry] }).set(7);
    const { status, text } = await get("/metrics?x=1", { registry });
    expect([status, text.includes("berth_things 7")]).to.eql([200, true]);
    expect((await get("/other")).status).to.equal(404);
  });

  it("says whether its process is ready, as it is now, and stays healthy while it is not", async () => {
    const faults: string[] = [];
    expect(await get("/readyz", { readinessFaults: () => faults })).to.eql({ status: 200, text: "ok\n" });
    faults.push("cache clusters: not filled yet", "stopping");
    expect(await get("/readyz")).to.eql({ status: 503, text: "cache clusters: not filled yet\nstopping\n" });
    expect(await get("/healthz")).to.eql({ status: 200, text: "ok\n" });
  });

  it("has no readiness of a process that tells it elsewhere", async () => {
    expect((await get("/readyz")).status).to.equal(404);
  });

  it("answers 500 when readiness cannot be told, and goes on", async () => {
    const readinessFaults = (): never => {
      throw new Error("no");
    };
    expect((await get("/readyz", { readinessFaults })).status).to.equal(500);
    expect((await get("/metrics")).status).to.equal(200);
  });

  it("rejects when its port is taken", async () => {
    await get("/metrics");
    const failure: unknown = await startMetricsServer({ registry: new Registry(), port: server?.port ?? 0 }).catch(
      (e: unknown) => e,
    );
    expect(failure).to.have.property("code", "EADDRINUSE");
  });
});
