import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { TenantApi } from "../../local/cloud/databases/tenant-api.ts";
import { openServices } from "../../local/cloud/load-balancers.ts";
import { GATEWAY_CLASS } from "../../render/charts/gateway-names.ts";
import { findConformance, runConformance, type Conformance } from "../support/last-mile/conformance.ts";
import { startBareGateway, type BareGateway } from "../support/last-mile/bare-gateway.ts";
import { canRunNodes } from "../support/real-nodes.ts";

const VERSION = "v1.9.1";
const BETWEEN_LOOKS_MS = 500;
/**
 * What fails, and why: Envoy Gateway speaks HTTP/1.1 alone where certificates of listeners overlap, and the suite asks by HTTP/2;
 * it has the pods of a Gateway in its own namespace, and the suite looks for them in the Gateway's (it claims neither feature in
 * its own reports); and the suite is given no addresses here that a Gateway could ask for.
 */
const FAILING = ["GatewayInfrastructure", "GatewayStaticAddresses", "HTTPRouteHTTPSListenerDetectMisdirectedRequests"];

/** The Gateway API's own judgement of what the bundle installs. */
describe("The official conformance suite of the Gateway API", function () {
  this.timeout(90 * 60_000);
  let scene: BareGateway;
  let came: Conformance;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    const program = await findConformance();
    scene = await startBareGateway();
    const stop = openAsTheyCome(scene);
    try {
      const { kubeconfig } = scene.cluster;
      const dir = process.env["BERTH_TEST_CONFORMANCE"] ?? join(tmpdir(), `berth-conformance-${process.pid}`);
      came = await runConformance({ program, kubeconfig, gatewayClass: GATEWAY_CLASS, version: VERSION, dir });
    } finally {
      await stop();
    }
  });
  after(() => (scene as BareGateway | undefined)?.stop());

  it("passes but for what is known to fail", () => {
    for (const { name, summary } of came.profiles) console.log(`      ${name}: ${summary}`);
    const failed = [...came.tests].flatMap(([name, ended]) => (ended === "FAIL" ? [name] : []));
    expect(failed, came.log).to.have.members(FAILING);
  });

  it("has run the core of each profile", () => {
    for (const { name, core } of came.profiles) {
      const { Passed, Skipped } = core.statistics;
      expect([name, Passed > 0, Skipped]).to.deep.equal([name, true, 0]);
    }
  });
});

/** Gives the Services of the suite's own Gateways their addresses, as a cloud does. */
function openAsTheyCome({ cluster }: BareGateway): () => Promise<void> {
  const api = new TenantApi(cluster.access);
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      // One that went meanwhile is none to be opened.
      await openServices(api).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    api.close();
  };
}
