import { expect } from "chai";
import { parse } from "yaml";
import { deriveClusterNetwork, deriveNodeNetwork } from "../../../local/nodes/network-plan.ts";
import { renderNodeFiles, type NodeConfig } from "../../../local/nodes/node-config.ts";

const node: NodeConfig = {
  name: "harbour-small-1",
  dir: "/data/nodes/1",
  programs: "/cache/node",
  cluster: deriveClusterNetwork(7),
  network: deriveNodeNetwork(7, 1),
  authorityFile: "/data/authority.crt",
  kubeProxyKubeconfig: "/data/kube-proxy.kubeconfig",
  cpu: 2,
  memoryMb: 4096,
};

describe("the files of a real node", () => {
  it("name its cluster's own addresses and nobody else's", () => {
    const files = renderNodeFiles(node);
    const kubelet = parse(files["kubelet.yaml"] ?? "") as Record<string, unknown>;
    expect(kubelet["address"]).to.equal("10.250.7.11");
    expect(kubelet["clusterDNS"]).to.deep.equal([node.cluster.dns]);
    expect(parse(files["kube-proxy.yaml"] ?? "")).to.include({ clusterCIDR: node.cluster.pods, mode: "nftables" });
    const { plugins } = JSON.parse(files["cni.conflist"] ?? "") as { plugins: { ipam?: { ranges: unknown } }[] };
    expect(plugins[0]?.ipam?.ranges).to.deep.equal([[{ subnet: "100.65.193.0/24" }]]);
  });

  it("let nobody talk to the kubelet whom the API server does not know", () => {
    const kubelet = parse(renderNodeFiles(node)["kubelet.yaml"] ?? "") as Record<string, unknown>;
    expect(kubelet["authentication"]).to.deep.equal({
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: "/data/authority.crt" },
    });
    expect(kubelet["authorization"]).to.deep.equal({ mode: "Webhook" });
  });

  it("leave the settings of the machine's kernel alone", () => {
    const { conntrack } = parse(renderNodeFiles(node)["kube-proxy.yaml"] ?? "") as { conntrack: object };
    expect(conntrack).to.deep.equal({ maxPerCore: 0, min: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" });
  });

  it("ask a mirror first, where there is one", () => {
    expect(renderNodeFiles(node)).to.not.have.property("certs.d/_default/hosts.toml");
    expect(renderNodeFiles({ ...node, mirror: "http://10.250.7.1:5000" })["certs.d/_default/hosts.toml"]).to.include(
      '[host."http://10.250.7.1:5000"]',
    );
  });

  it("lead to the platform's own registry by its other name, for its own images alone", () => {
    expect(renderNodeFiles(node)["hosts"]).to.equal("127.0.0.1 localhost\n10.250.7.11 harbour-small-1\n");
    const registry = {
      host: "localhost:18400",
      name: "registry.localhost",
      address: "10.250.7.1",
      port: 18_400,
      caFile: "/data/ca.pem",
    };
    const files = renderNodeFiles({ ...node, registry });
    expect(files["hosts"]).to.include("\n10.250.7.1 registry.localhost\n");
    expect(files["certs.d/localhost:18400/hosts.toml"]).to.equal(
      [
        'server = "https://registry.localhost:18400"',
        'capabilities = ["pull", "resolve"]',
        'ca = "/data/ca.pem"',
        "",
      ].join("\n"),
    );
    expect(files).to.not.have.property("certs.d/_default/hosts.toml");
  });
});
