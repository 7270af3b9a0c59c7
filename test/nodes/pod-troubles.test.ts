import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { loadLocalConfig } from "../../local/config.ts";
import { ImageStore } from "../../local/images/image-store.ts";
import { readLastLines, readPods } from "../../operator/delivery/read-pods.ts";
import { withLastLines } from "../../operator/machines/deployment/last-lines.ts";
import { judgePods } from "../../operator/machines/deployment/pod-trouble.ts";
import type { PodTrouble } from "../../operator/machines/deployment/pods-seen.ts";
import {
  AILMENTS,
  ailingWorkload,
  AWAY_REGISTRY,
  FOREIGN_IMAGE,
  REFUSING_REGISTRY,
  type AilmentName,
} from "../support/ailing-workloads.ts";
import { startDnsServer, type DnsServer } from "../support/dns-server.ts";
import { eventually } from "../support/eventually.ts";
import { EXPECTED_TROUBLES } from "../support/expected-troubles.ts";
import { makeForeignProgram } from "../support/foreign-program.ts";
import { startRealCluster, type RealCluster } from "../support/real-cluster.ts";
import { canRunNodes } from "../support/real-nodes.ts";

const NAMES = Object.keys(AILMENTS) as AilmentName[];
const DEADLINE_MS = 180_000;

describe("What pods show on a real node", function () {
  this.timeout(15 * 60_000);
  let cluster: RealCluster;
  let dns: DnsServer;
  let registry: Server;
  let client: KubeClient;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    const store = new ImageStore(join(loadLocalConfig().cacheDir, "images"));
    const program = { type: "file", path: "app", mode: 0o755, content: makeForeignProgram() } as const;
    await store.put(FOREIGN_IMAGE, { layers: [[program]], config: { Entrypoint: ["/app"] } });
    dns = await startDnsServer();
    cluster = await startRealCluster({ nodes: 1, resolvers: dns.address });
    const { access, hostAddress } = cluster;
    client = createKubeClient({ server: access.server, caData: toBase64(access.caPem), token: access.token ?? "" });
    registry = createServer((_request, response) => {
      response.writeHead(401, { "www-authenticate": 'Basic realm="registry"' }).end();
    }).listen(0, hostAddress);
    await once(registry, "listening");
    await cluster.redirect(REFUSING_REGISTRY, `http://${hostAddress}:${(registry.address() as AddressInfo).port}`);
    await cluster.redirect(AWAY_REGISTRY, `http://${hostAddress}:9`);
    for (const name of NAMES) await cluster.apply(ailingWorkload(name));
  });

  after(async () => {
    await client?.close();
    registry?.close();
    await cluster?.stop();
    await dns?.close();
  });

  async function judge(namespace: string): Promise<PodTrouble | undefined> {
    const place = { namespace, labelSelector: undefined, prefix: undefined };
    const trouble = judgePods(await readPods(client, place), Date.now());
    return trouble?.run === undefined
      ? trouble
      : withLastLines(trouble, await readLastLines(client, place, trouble.run));
  }

  for (const name of NAMES)
    it(`is told: ${name}`, () => {
      const [reason, isFinal, sentence = ""] = EXPECTED_TROUBLES[name] ?? [];
      return eventually(async () => {
        if (sentence === "") await cluster.kubectl("-n", name, "get", "pod", "-l", `app=${name}`);
        const trouble = await judge(name);
        expect([trouble?.reason, trouble?.isFinal]).to.deep.equal([reason, isFinal]);
        expect(trouble?.message ?? "").to.contain(sentence);
      }, DEADLINE_MS);
    });
});

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}
