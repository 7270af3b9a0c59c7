import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { Registry } from "prom-client";
import { askOutside } from "../../operator/ask-outside.ts";
import type { Config } from "../../operator/config.ts";
import { createOperatorMetrics } from "../../operator/operator-metrics.ts";
import { hangUp, listen } from "../support/listen.ts";

const WINDOW = { start: "2026-11-20T10:00:00Z", end: "2026-11-20T11:00:00Z" };

describe("Who is asked of certificates", () => {
  let server: Server;
  let directory: string;
  before(async () => {
    server = createServer(({ url = "" }, response) => {
      const renewalInfo = `http://127.0.0.1:${portOf(server)}/ari`;
      if (url === "/dir") response.end(JSON.stringify({ renewalInfo }));
      else response.writeHead(url === "/ari/known" ? 200 : 404).end(JSON.stringify({ suggestedWindow: WINDOW }));
    });
    await listen(server);
    directory = `http://127.0.0.1:${portOf(server)}/dir`;
  });
  after(async () => {
    await hangUp(server);
  });

  const portOf = (of: Server): number => (of.address() as AddressInfo).port;
  const settings = (more: Partial<Config>): Config =>
    ({ chartHosts: { allowed: [], own: [] }, dnsServers: [], ...more }) as unknown as Config;
  const acme = (): Config["acme"] => ({ directory, email: undefined, ca: undefined, binding: undefined });

  it("is the authority of the issuer that Berth makes, and what it answers is counted", async () => {
    const registry = new Registry();
    const metrics = createOperatorMetrics(registry);
    const { authority } = askOutside(settings({ acme: acme(), clusterIssuer: "berth" }), metrics);
    const { clusterIssuer, askRenewalInfo } = authority ?? expect.fail("nobody is asked");
    expect(clusterIssuer).to.equal("berth");
    expect(await askRenewalInfo("known")).to.include({ kind: "told" });
    expect(await askRenewalInfo("unknown").catch(() => "failed")).to.equal("failed");
    const counted = await registry.getSingleMetricAsString("berth_renewal_info_answers_total");
    expect(counted).to.include('{answer="told"} 1').and.include('{answer="failed"} 1');
  });

  it("is nobody where people keep the issuer, or bring certificates", () => {
    const metrics = createOperatorMetrics(new Registry());
    for (const clusterIssuer of [undefined, "letsencrypt", ""])
      expect(askOutside(settings({ clusterIssuer }), metrics)).to.include({ authority: undefined });
  });
});
