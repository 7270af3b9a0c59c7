import { findDeployment } from "../find-resource.ts";
import { joinShell } from "../join-shell.ts";
import { CommandExit } from "../output/explain-fault.ts";
import type { Define } from "./command.ts";

type Options = Readonly<{
  cluster?: string;
  pod?: string;
  container?: string;
  stdin?: boolean;
  tty?: boolean;
  debug?: boolean;
}>;

/** `berth exec`: a command in a pod; its exit status is that of `berth`. */
export const define: Define = (command, act) => {
  command
    .argument("<deployment>", "name of the deployment")
    .argument("[command...]", "the command and its arguments, behind --; sh when unset")
    .option("-i, --stdin", "give it your input")
    .option("-t, --tty", "give it a terminal")
    .option("--debug", "in a container of the platform's debug image beside it: for images without a shell")
    .option("--cluster <cluster>", "the cluster that it runs on")
    .option("--pod <name>", "this pod; the newest one that is ready when unset")
    .option("--container <name>", "this container; the pod's first when unset")
    .action(
      act(async (means, options: Options, name: string, words: readonly string[]) => {
        const { cluster, stdin = false, tty = false, ...place } = options;
        const { id } = await findDeployment(means, name, cluster);
        const wish = { ...place, stdin, tty, signal: means.signal, ...(words.length > 0 && { command: words }) };
        const code = await joinShell(await means.berth.exec(id, wish), means.host.streams, { stdin, tty });
        if (code !== 0) throw new CommandExit(code);
      }),
    );
};
