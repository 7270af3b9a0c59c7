import { once } from "node:events";
import { findDeployment } from "../find-resource.ts";
import { openTunnels, type LocalPort } from "../open-tunnels.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { Define } from "./command.ts";

type Options = Readonly<{ cluster?: string; pod?: string }>;

/** `berth port-forward`: ports of a pod on this machine, until Ctrl-C. */
export const define: Define = (command, act) => {
  command
    .argument("<deployment>", "name of the deployment")
    .argument("<ports...>", "LOCAL:REMOTE, or one number for both; 0:REMOTE takes a free one here")
    .option("--cluster <cluster>", "the cluster that it runs on")
    .option("--pod <name>", "this pod; the newest one that is ready when unset")
    .action(
      act(async (means, { cluster, pod }: Options, name: string, given: readonly string[]) => {
        const { berth, signal, out } = means;
        const pairs = given.map(portsOf);
        const { id: deployment } = await findDeployment(means, name, cluster);
        const tell = (text: string): void => out.note(text);
        const opened: LocalPort[] = [];
        try {
          for (const [local, port] of pairs) {
            const one = await openTunnels({ berth, signal, tell }, { deployment, port, ...(pod && { pod }) }, local);
            opened.push(one);
            out.aside(`127.0.0.1:${one.port} is port ${port} of ${name}, until you press Ctrl-C.`);
          }
          if (!signal.aborted) await once(signal, "abort");
        } finally {
          // One that is left open keeps the process.
          for (const one of opened) await one.close();
        }
      }),
    );
};

function portsOf(text: string): readonly [local: number, remote: number] {
  const [, first, second = first] = /^(\d{1,5})(?::(\d{1,5}))?$/.exec(text) ?? [];
  const [local, remote] = [Number(first), Number(second)];
  if (!(local <= 65_535 && remote >= 1 && remote <= 65_535))
    throw new UsageError(`Ports are written LOCAL:REMOTE (8080:80), not "${text}".`);
  return [local, remote];
}
