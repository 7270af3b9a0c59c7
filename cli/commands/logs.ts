import { cleanLine } from "../output/clean-text.ts";
import { findDeployment } from "../find-resource.ts";
import { readCount } from "../read-input.ts";
import { withDeployment, type Define } from "./command.ts";

type Options = Readonly<{
  follow?: true;
  cluster?: string;
  container?: string;
  pod?: string;
  grep?: string;
  history?: true;
  since?: string;
  tail?: string;
  timestamps?: true;
  until?: string;
}>;

/** `berth logs`: the lines of a deployment's pods, followed over broken connections, or those that were kept. */
export const define: Define = (command, act) => {
  withDeployment(command)
    .option("-f, --follow", "go on with what is logged from now on")
    .option("--container <name>", "only this container")
    .option("--pod <name>", "only this pod")
    .option("--since <time>", "only what is younger: 90s, 15m, 2h, 1d, or a time such as 2026-01-31T12:00:00Z")
    .option("--until <time>", "only what is older, in the same way; from the platform's log store")
    .option("--grep <text>", "only lines with this text; from the platform's log store")
    .option("--history", "from the platform's log store, also lines of pods that are gone")
    .option("--tail <lines>", "most lines of each container to begin with; from the log store, in all")
    .option("--timestamps", "begin each line with its time")
    .action(
      act(async (means, options: Options, name: string) => {
        const { berth, out, signal } = means;
        const { id } = await findDeployment(means, name, options.cluster);
        const onConnection = (connection: "open" | "lost"): void => {
          if (connection === "lost" && options.follow) out.note("The connection is lost; trying again.");
        };
        for await (const line of berth.logs(id, { query: queryOf(options), signal, onConnection })) {
          const at = options.timestamps && line.at !== null ? `${line.at} ` : "";
          out.row(line, `${at}${cleanLine(`${line.pod}/${line.container}`)} ${line.text}`);
        }
      }),
    );
};

function queryOf({ follow, container, pod, since, until, grep, history, tail }: Options) {
  return {
    ...(follow && { follow }),
    ...(container !== undefined && { container }),
    ...(pod !== undefined && { pod }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(grep !== undefined && { q: grep }),
    ...(history && { history }),
    ...(tail !== undefined && { tail: readCount(tail, "--tail") }),
  };
}
