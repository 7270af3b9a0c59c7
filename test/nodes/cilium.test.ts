import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { stringify } from "yaml";
import { BUSYBOX_IMAGE, UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import { deriveDeploymentValues } from "../../render/deployment/deployment-values.ts";
import { makeCiliumImages } from "../support/cilium/images.ts";
import { renderCilium } from "../support/cilium/render-cilium.ts";
import { Wires } from "../support/cilium/wires.ts";
import { deploymentInput } from "../support/deployment-input.ts";
import { startDnsServer, type DnsServer } from "../support/dns-server.ts";
import { eventually } from "../support/eventually.ts";
import { renderRelease, WORKLOAD_CHART } from "../support/helm.ts";
import { nodeName, startRealCluster, type RealCluster } from "../support/real-cluster.ts";
import { canRunNodes } from "../support/real-nodes.ts";

const DEADLINE_MS = 300_000;
const PAUSE_MS = 500;
const NODES = [nodeName(1), nodeName(2)] as const;
const SHOP = "shop";
const PORT = 8080;
const OTHER_PORT = 9090;
const KUBELET_PORT = "10250";
const API_PORT = "6443";
/** The machine, to Cilium: a server of the cluster's on which the API server runs. */
const CONTROL_PLANE = { apiVersion: "cilium.io/v2", kind: "CiliumNode", metadata: { name: "control-plane" } };
const SMALL = { cpuRequest: 0.01, memoryRequestMb: 16 };

/** What the bundle brings to clusters at Hetzner, on nodes that come without a network as those do. */
describe("Cilium with the values of the bundle", function () {
  this.timeout(40 * 60_000);
  let cluster: RealCluster;
  let dns: DnsServer;
  let dir: string;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    dir = await mkdtemp(join(tmpdir(), "berth-cilium-"));
    dns = await startDnsServer();
    cluster = await startRealCluster({
      nodes: NODES.length,
      resolvers: dns.address,
      bringNetwork: async ({ apply, images }) => {
        await makeCiliumImages(images, dir);
        await apply({ apiVersion: "v1", kind: "List", items: await renderCilium() });
      },
    });
    await cluster.apply(
      list([server("web", NODES[0]), serviceOf("web"), client("near", NODES[0]), client("far", NODES[1])]),
    );
    await ready("pod/web", "pod/near", "pod/far");
  });
  after(async () => {
    await cluster?.stop();
    await dns?.close();
    await rm(dir, { recursive: true, force: true });
  });

  const soon = <T>(probe: () => Promise<T>): Promise<T> => eventually(probe, DEADLINE_MS, PAUSE_MS);
  const ready = (...names: string[]): Promise<string> =>
    soon(() => cluster.kubectl("wait", "--for=condition=Ready", "--timeout=20s", ...names));
  const fetch = (from: readonly string[], url: string): Promise<string> =>
    cluster
      .kubectl("exec", ...from, "--", "timeout", "3", "wget", "-q", "-O", "-", url)
      .then((text) => (text.includes("Welcome to nginx") ? "page" : text))
      .catch(() => "closed");
  const addressOf = (pod: string, ...more: string[]): Promise<string> =>
    cluster.kubectl("get", "pod", pod, "-o", "jsonpath={.status.podIP}", ...more);

  it("makes nodes ready that came without a network", async () => {
    const column =
      '{range .items[*].status.conditions[?(@.type=="NetworkUnavailable")]}{.status} {.reason}{"\\n"}{end}';
    await soon(async () => {
      const said = await cluster.kubectl("get", "nodes", "-o", `jsonpath=${column}`);
      expect(said.trim().split("\n")).to.deep.equal(NODES.map(() => "False CiliumIsUp"));
    });
  });

  it("gives pods addresses of their node's range, and leads them to one another and to Services by name", async () => {
    for (const [pod, node] of [
      ["web", NODES[0]],
      ["far", NODES[1]],
    ] as const) {
      const range = await cluster.kubectl("get", "node", node, "-o", "jsonpath={.spec.podCIDR}");
      expect((await addressOf(pod)).split(".").slice(0, 3)).to.deep.equal(range.split(".").slice(0, 3));
    }
    const address = await addressOf("web");
    for (const pod of ["near", "far"]) {
      await soon(async () => expect(await fetch([pod], `http://${address}:${PORT}/`)).to.equal("page"));
      await soon(async () => expect(await fetch([pod], "http://web/")).to.equal("page"));
    }
  });

  it("has what pods of two nodes say to one another go through WireGuard, and nothing of it plainly", async () => {
    const url = `http://${await addressOf("web")}:${PORT}/`;
    const wires = await Wires.tap(cluster);
    expect(await fetch(["far"], url)).to.equal("page");
    await globalThis.fetch(url);
    await soon(async () => {
      const { sealed, plain, ofMachine } = await wires.count();
      expect([sealed > 0, plain, ofMachine > 0]).to.deep.equal([true, 0, true]);
    });
    expect(await wires.countPeers()).to.deep.equal(NODES.map(() => NODES.length - 1));
  });

  describe("holds the policy that a deployment comes with:", () => {
    const input = deploymentInput({
      appType: "container",
      dockerImage: UNPRIVILEGED_NGINX_IMAGE,
      containerPort: PORT,
      ...SMALL,
    });
    const labels = { "hosting.berth.dev/id": input.metadata.id };
    const inside = (name: string): string[] => [name, "--namespace", SHOP];
    let other: string;

    before(async () => {
      const release = { name: input.handle, namespace: SHOP };
      const objects = await renderRelease(WORKLOAD_CHART, stringify(deriveDeploymentValues(input)), release);
      const placed = objects.map((one) => ({ ...one, metadata: { ...one.metadata, namespace: SHOP } }));
      const isPolicy = ({ kind }: { kind: string }): boolean => kind === "NetworkPolicy";
      await cluster.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: SHOP } });
      const command = ["busybox", "httpd", "-f", "-p", String(OTHER_PORT), "-h", "/etc"];
      const own = NODES.map((node, index) =>
        pod(`own-${index + 1}`, node, { image: BUSYBOX_IMAGE, command }, { labels, namespace: SHOP }),
      );
      await cluster.apply(list([...placed.filter((one) => !isPolicy(one)), ...own]));
      await ready("pod/own-1", "pod/own-2", "--namespace", SHOP);
      await cluster.kubectl("rollout", "status", `deployment/${input.handle}`, "--namespace", SHOP);
      other = `http://${await addressOf("own-1", "--namespace", SHOP)}:${OTHER_PORT}/hostname`;
      for (const from of ["near", "far"])
        await soon(async () => expect(await fetch([from], other)).to.equal("own-1\n"));
      await cluster.apply(list(placed.filter(isPolicy)));
    });

    it("others reach its port and no other", async () => {
      for (const from of ["near", "far"]) {
        await soon(async () => expect(await fetch([from], other)).to.equal("closed"));
        expect(await fetch([from], `http://${input.handle}.${SHOP}:${PORT}/`)).to.equal("page");
      }
    });

    it("its own pods reach one another at any port, and others by their names", async () => {
      expect(await fetch(inside("own-2"), other)).to.equal("own-1\n");
      expect(await fetch(inside("own-2"), "http://web.default/")).to.equal("page");
    });

    it("its pods do not reach nodes, which Cilium does not take for addresses, nor an API server on one", async () => {
      const knock = (from: readonly string[], address: string, port: string): Promise<string> =>
        cluster
          .kubectl("exec", ...from, "--", "nc", "-w", "2", address, port)
          .then(() => "open")
          .catch(() => "closed");
      const knocks = (address: string, port: string): Promise<readonly string[]> =>
        Promise.all([knock(["far"], address, port), knock(inside("own-2"), address, port)]);
      const column = 'jsonpath={.status.addresses[?(@.type=="InternalIP")].address}';
      for (const node of NODES) {
        const address = await cluster.kubectl("get", "node", node, "-o", column);
        expect(await knocks(address, KUBELET_PORT)).to.deep.equal(["open", "closed"]);
      }
      const { hostAddress } = cluster;
      expect(await knocks(hostAddress, API_PORT)).to.deep.equal(["open", "open"]);
      const addresses = [{ type: "InternalIP", ip: hostAddress }];
      await cluster.apply({ ...CONTROL_PLANE, spec: { addresses } });
      await soon(async () => expect(await knocks(hostAddress, API_PORT)).to.deep.equal(["open", "closed"]));
    });
  });
});

function list(items: readonly object[]): object {
  return { apiVersion: "v1", kind: "List", items };
}

function pod(name: string, nodeName: string, container: object, more: object = { labels: { app: name } }): object {
  const containers = [{ name: "main", ...container }];
  const spec = { nodeName, terminationGracePeriodSeconds: 1, containers };
  return { apiVersion: "v1", kind: "Pod", metadata: { name, ...more }, spec };
}

function server(name: string, node: string): object {
  const readinessProbe = { httpGet: { path: "/", port: PORT }, periodSeconds: 1 };
  return pod(name, node, { image: UNPRIVILEGED_NGINX_IMAGE, readinessProbe });
}

function client(name: string, node: string): object {
  return pod(name, node, { image: BUSYBOX_IMAGE, command: ["sleep", "3600"] });
}

function serviceOf(name: string): object {
  const spec = { selector: { app: name }, ports: [{ port: 80, targetPort: PORT }] };
  return { apiVersion: "v1", kind: "Service", metadata: { name }, spec };
}
