import { findBuildLacks } from "../nodes/build-lacks.ts";
import { findLacks, observeMachine } from "../nodes/requirements.ts";
import type { StackContext } from "./context.ts";

/** What the nodes of clusters are: pods run on real ones. */
export type NodeKind = "real" | "simulated";

/** Decides what the nodes of new clusters are; what stands against real ones is told, or refused where they were asked for. */
export async function chooseNodes({ config, homeDir, supervisor, report }: StackContext): Promise<NodeKind> {
  if (config.nodes === "simulated") return "simulated";
  const path = config.childEnv["PATH"] ?? "";
  const lacks = [
    ...findLacks(await observeMachine(path, homeDir)),
    ...(await findBuildLacks(config.cacheDir, (what) => supervisor.run(what))),
  ];
  if (lacks.length === 0) return "real";
  const lines = lacks.map(({ what, remedy }) => `${what} (${remedy})`);
  if (config.nodes === "real") throw new Error(`BERTH_NODES=real cannot be had here:\n  ${lines.join("\n  ")}`);
  for (const line of lines) report(`nodes: simulated, since ${line}`);
  return "simulated";
}
