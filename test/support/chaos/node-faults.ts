import { setTimeout as delay } from "node:timers/promises";
import { freezeNode } from "../freeze-node.ts";
import type { Fault, Lane } from "./faults.ts";
import { listPodProcesses, listPrograms } from "./node-processes.ts";

/** The programs of a node, each of which can die alone. */
const PROGRAMS = ["kubelet", "containerd", "kube-proxy"] as const;

/** Lists what can befall the real nodes of a cluster; one lane for what dies on them, one for the nodes themselves. */
export function nodeLanes(nodes: readonly string[], random: () => number): readonly Lane[] {
  const dying = nodes.flatMap((node) => [
    ...PROGRAMS.map((program) => killProgram(node, program)),
    killContainers(node, random),
  ]);
  const whole = nodes.flatMap((node) => [killNode(node), stopNode(node)]);
  return [
    { name: "programs", faults: dying, lastsMs: [0, 0] },
    // A node counts as dead after 30 s, and its pods go 30 s later: some come back before, some after.
    { name: "nodes", faults: whole, lastsMs: [2_000, 75_000] },
  ];
}

function killProgram(node: string, program: string): Fault {
  return {
    kind: `kill ${program}`,
    target: node,
    happen: async () => killAll((await listPrograms(node)).filter(({ command }) => command === program)),
  };
}

/** The first process of its namespace goes, and all that is in there with it. */
function killNode(node: string): Fault {
  return {
    kind: "kill node",
    target: node,
    happen: async () => killAll((await listPrograms(node)).filter(({ args }) => args.includes("node.sh"))),
  };
}

/** A machine that stands still and comes back as it was. */
function stopNode(node: string): Fault {
  return {
    kind: "stop node",
    target: node,
    happen: async (lastsMs, signal) => {
      const isStopped = await freezeNode(node, true).then(
        () => true,
        () => false,
      );
      await delay(lastsMs, undefined, { signal }).catch(() => undefined);
      await freezeNode(node, false).catch(() => undefined);
      return isStopped;
    },
  };
}

function killContainers(node: string, random: () => number): Fault {
  return {
    kind: "kill containers",
    target: `a pod on ${node}`,
    happen: async () => {
      const pods = [...(await listPodProcesses(node)).values()];
      const pids = pods[Math.floor(random() * pods.length)] ?? [];
      return killAll(pids.map((pid) => ({ pid })));
    },
  };
}

function killAll(processes: readonly Readonly<{ pid: number }>[]): boolean {
  return processes.map(({ pid }) => signal(pid, "SIGKILL")).includes(true);
}

/** Sends a signal to a process; false where it is gone. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
