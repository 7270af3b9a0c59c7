import { BlockList, isIPv4 } from "node:net";
import { expect } from "chai";
import {
  chooseClusterNumber,
  CLUSTERS_MAX,
  deriveClusterNetwork,
  deriveNodeNetwork,
  listFreeNumbers,
  NODES_MAX,
  numberOfNode,
} from "../../../local/nodes/network-plan.ts";

type Range = Readonly<{ first: number; last: number }>;

function rangeOf(subnet: string): Range {
  const [address = "", bits = ""] = subnet.split("/");
  expect(isIPv4(address), subnet).to.equal(true);
  const first = address.split(".").reduce((number, part) => number * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  expect(first % size, `${subnet} begins at its own boundary`).to.equal(0);
  return { first, last: first + size - 1 };
}

function contains(subnet: string, address: string): boolean {
  const list = new BlockList();
  const [net = "", bits = ""] = subnet.split("/");
  list.addSubnet(net, Number(bits));
  return list.check(address);
}

describe("the addresses of clusters with real nodes", () => {
  const clusters = Array.from({ length: CLUSTERS_MAX }, (_, number) => deriveClusterNetwork(number));

  it("are nobody else's, however many clusters there are", () => {
    const ranges = clusters
      .flatMap(({ subnet, pods, services }) => [subnet, pods, services])
      .map(rangeOf)
      .sort((one, other) => one.first - other.first);
    for (const [index, range] of ranges.entries())
      expect(range.first, `range ${index}`).to.be.greaterThan(ranges[index - 1]?.last ?? -1);
  });

  it("hold the machine's own address, the API server's Service and the one of the names", () => {
    for (const { subnet, services, hostAddress, apiService, dns, link } of clusters) {
      expect(contains(subnet, hostAddress), hostAddress).to.equal(true);
      expect(contains(services, apiService), apiService).to.equal(true);
      expect(contains(services, dns), dns).to.equal(true);
      expect(link.length).to.be.at.most(15);
    }
  });

  it("are none that this machine has a route to already", () => {
    const heading = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n";
    const route = (destination: string, mask: string): string =>
      `eth0\t${destination}\t00000000\t0001\t0\t0\t0\t${mask}\t0\t0\t0\n`;
    const everything = route("00000000", "00000000");
    expect(chooseClusterNumber([], heading + everything)).to.equal(1);
    expect(chooseClusterNumber([1], heading + everything)).to.equal(2);
    // 10.250.1.0/24, as the kernel writes it.
    expect(chooseClusterNumber([], heading + everything + route("0001FA0A", "00FFFFFF"))).to.equal(2);
    // 100.64.0.0/10: the pods of every cluster.
    expect(() => chooseClusterNumber([], heading + route("00004064", "0000C0FF"))).to.throw("No addresses are left");
  });

  it("are told apart by the networks of nodes' pods", () => {
    const { pods } = deriveNodeNetwork(6, 5);
    expect(numberOfNode(6, pods)).to.equal(5);
    expect(numberOfNode(7, pods)).to.equal(undefined);
    expect(listFreeNumbers(6, [pods, deriveNodeNetwork(6, 1).pods]).slice(0, 4)).to.deep.equal([2, 3, 4, 6]);
  });

  it("give each node an address of its cluster and pods of its own within the cluster's", () => {
    for (const number of [0, 3, 4, 255]) {
      const { subnet, pods } = deriveClusterNetwork(number);
      const nodes = Array.from({ length: NODES_MAX }, (_, node) => deriveNodeNetwork(number, node));
      for (const node of nodes) {
        expect(contains(subnet, node.address), node.address).to.equal(true);
        expect(rangeOf(node.pods).first).to.be.at.least(rangeOf(pods).first);
        expect(rangeOf(node.pods).last).to.be.at.most(rangeOf(pods).last);
      }
      expect(new Set(nodes.map((node) => node.address)).size).to.equal(NODES_MAX);
      expect(new Set(nodes.map((node) => node.pods)).size).to.equal(NODES_MAX);
    }
  });
});
