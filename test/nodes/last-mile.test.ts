import { X509Certificate } from "node:crypto";
import { createServer, request, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { Resolver } from "node:dns/promises";
import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { CERTIFICATES } from "../../adapters/kubernetes/resource-types.ts";
import { lookAtNames, publishNames, withdrawNames } from "../../operator/controllers/cluster/names.ts";
import { lookAtWildcard, requestWildcard } from "../../operator/controllers/cluster/wildcard.ts";
import { wildcardCondition } from "../../operator/machines/cluster/wildcard.ts";
import { clusterOf, inTime, LastMileScene, look, OWN } from "../support/last-mile/last-mile-scene.ts";
import { skipWithoutLastMile } from "../support/last-mile/programs.ts";

const HANDLE = "one-abcdefghij";
/** Its challenges the zone refuses. */
const REFUSED = "two-abcdefghij";
const HOST = `shop.${HANDLE}.apps.test`;
const ADDRESS = "127.0.0.1";

/** Berth's own objects, and the programs that they are for: the way to a pod is not part of it. */
describe("DNS and certificates by the real programs", function () {
  this.timeout(15 * 60_000);
  let scene: LastMileScene;

  before(async function () {
    await skipWithoutLastMile(this);
    scene = await LastMileScene.start({ handles: [HANDLE], records: true });
  });
  after(() => (scene as LastMileScene | undefined)?.stop());

  it("make the record of a cluster that Berth asks for, and Berth sees that its names lead there", async () => {
    const [context, object] = [scene.context(), clusterOf(HANDLE)];
    const first = await look(() => lookAtNames(context, object, ADDRESS));
    expect(first, "before").to.include({ endpoint: "stale", verdict: "nowhere" });
    await publishNames(context, object, first);
    expect(scene.warned).to.deep.equal([]);
    await inTime(async () => {
      const now = scene.context();
      const seen = await look(() => lookAtNames(now, object, ADDRESS));
      expect(seen).to.include({ kind: "seen", endpoint: "current", verdict: "points" });
    });
  });

  it("make the certificate for all its names, with which a server answers under a name of the zone", async () => {
    await requestWildcard(scene.context(), clusterOf(HANDLE));
    const { "tls.crt": cert = "", "tls.key": key = "" } = await scene.held(HANDLE);
    const server = createServer({ cert, key }, (_asked, answer) => answer.end("harbour"));
    await new Promise<void>((resolve) => server.listen(0, ADDRESS, resolve));
    try {
      expect(await fetchThroughZone(server, scene.acme.root)).to.deep.equal([200, "harbour"]);
      const refused = await fetchThroughZone(server, undefined).catch((error: unknown) => String(error));
      expect(refused, "a known bad").to.match(/self-signed certificate|unable to/);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  function fetchThroughZone(server: Server, ca: string | undefined): Promise<[number | undefined, string]> {
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${scene.zone.port}`]);
    const { port } = server.address() as AddressInfo;
    return resolver.resolve4(HOST).then(
      ([host]) =>
        new Promise((resolve, reject) => {
          const asked = request(
            { host, port, servername: HOST, headers: { host: HOST }, ca, agent: false },
            (answer) => {
              let text = "";
              answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
              answer.on("end", () => resolve([answer.statusCode, text]));
            },
          );
          asked.on("error", reject).end();
        }),
    );
  }

  it("bring another certificate when it is renewed", async () => {
    const before = new X509Certificate((await scene.held(HANDLE))["tls.crt"] ?? "").serialNumber;
    const ref = { namespace: OWN, name: `wildcard-${HANDLE}` };
    const issuing = { type: "Issuing", status: "True", reason: "ManuallyTriggered", message: "renewal asked for" };
    const { status } =
      (await scene.client.get<KubeObject & { status: { conditions: object[] } }>(CERTIFICATES, ref)) ?? {};
    const conditions = [...(status?.conditions ?? []), { ...issuing, lastTransitionTime: "2026-01-01T00:00:00Z" }];
    const by = { fieldManager: "test", subresource: "status" } as const;
    await scene.client.patch(CERTIFICATES, ref, { kind: "merge", body: { status: { conditions } } }, by);
    await inTime(async () => {
      expect(new X509Certificate((await scene.held(HANDLE))["tls.crt"] ?? "").serialNumber).to.not.equal(before);
    });
  });

  it("are told of with what helps where the zone refuses the issuer's solver", async () => {
    await requestWildcard(scene.context(), clusterOf(REFUSED));
    await inTime(async () => {
      const context = scene.context();
      const view = await look(() => lookAtWildcard(context, clusterOf(REFUSED)));
      const { status, message = "" } = wildcardCondition(view, undefined, Date.now());
      expect([status, message].join(" ")).to.match(/^False .*refuses the issuer's solver.*REFUSED/s);
    });
  });

  it("remove the record when Berth withdraws it", async () => {
    await withdrawNames(scene.context(), clusterOf(HANDLE));
    await inTime(async () => {
      const now = scene.context();
      const seen = await look(() => lookAtNames(now, clusterOf(HANDLE), ADDRESS));
      expect(seen).to.include({ endpoint: "stale", verdict: "nowhere" });
    });
  });
});
