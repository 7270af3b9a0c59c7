import type { RealCluster } from "../real-cluster.ts";

type Agent = Readonly<{ pod: string; range: string }>;
type Cluster = Pick<RealCluster, "kubectl" | "hostAddress">;

/** Packets that came in at nodes by their link. */
type Counted = Readonly<{
  /** Of WireGuard. */
  sealed: number;
  /** From other nodes to pods, so that anybody on the way reads them. */
  plain: number;
  /** From the machine to pods, which no node encrypts: who counts these counts the plain ones. */
  ofMachine: number;
}>;

const WIREGUARD_PORT = "51871";
const TUNNEL_PORT = "8472";
const TABLE = ["iptables", "--table", "raw"];

/** Counts what nodes get over the wires between them, by rules beside Cilium's own. */
export class Wires {
  readonly #cluster: Cluster;
  readonly #agents: readonly Agent[];

  private constructor(cluster: Cluster, agents: readonly Agent[]) {
    this.#cluster = cluster;
    this.#agents = agents;
  }

  /** Begins to count. */
  static async tap(cluster: Cluster): Promise<Wires> {
    const { kubectl } = cluster;
    const columns = 'jsonpath={range .items[*]}{.metadata.name} {.spec.nodeName}{"\\n"}{end}';
    const said = await kubectl("get", "pods", "--namespace=kube-system", "--selector=k8s-app=cilium", "-o", columns);
    const agents: Agent[] = [];
    for (const line of said.trim().split("\n")) {
      const [pod = "", node = ""] = line.split(" ");
      agents.push({ pod, range: await kubectl("get", "node", node, "-o", "jsonpath={.spec.podCIDR}") });
    }
    const wires = new Wires(cluster, agents);
    for (const agent of agents) await wires.#open(agent);
    return wires;
  }

  /** Answers what came since the beginning. */
  async count(): Promise<Counted> {
    const said = await Promise.all(this.#agents.map((one) => this.#run(one, ...TABLE, "-vnxL", "wires")));
    const lines = said.flatMap((text) => text.split("\n"));
    const sum = (word: string): number =>
      lines
        .filter((line) => line.includes(`/* ${word} */`))
        .reduce((total, line) => total + Number(line.trim().split(/\s+/)[0]), 0);
    return { sealed: sum("sealed"), plain: sum("plain"), ofMachine: sum("machine") };
  }

  /** Answers with how many others each node has agreed on keys. */
  async countPeers(): Promise<readonly number[]> {
    const said = await Promise.all(
      this.#agents.map((one) => this.#run(one, "wg", "show", "cilium_wg0", "latest-handshakes")),
    );
    return said.map((text) => [...text.matchAll(/\t[1-9]\d*$/gm)].length);
  }

  async #open(agent: Agent): Promise<void> {
    const host = ["--source", this.#cluster.hostAddress];
    // The machine may send by any node: each knows the way to the pods of all.
    const pods = this.#agents.map(({ range }) => ["--destination", range]);
    const rules = {
      sealed: [["--protocol", "udp", "--dport", WIREGUARD_PORT]],
      plain: [["--protocol", "udp", "--dport", TUNNEL_PORT], ...pods.map((range) => ["!", ...host, ...range])],
      machine: pods.map((range) => [...host, ...range]),
    };
    await this.#run(agent, ...TABLE, "--new-chain", "wires");
    for (const [word, matches] of Object.entries(rules))
      for (const match of matches)
        await this.#run(agent, ...TABLE, "--append", "wires", ...match, "-m", "comment", "--comment", word);
    await this.#run(agent, ...TABLE, "--insert", "PREROUTING", "--in-interface", "eth0", "--jump", "wires");
  }

  #run({ pod }: Agent, ...command: readonly string[]): Promise<string> {
    const container = command[0] === "wg" ? "wireguard" : "cilium-agent";
    return this.#cluster.kubectl("exec", "--namespace=kube-system", pod, `--container=${container}`, "--", ...command);
  }
}
