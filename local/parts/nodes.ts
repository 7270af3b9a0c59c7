import { areBuilt } from "../binaries/go-programs.ts";
import { hasGo } from "../binaries/go-build.ts";
import { NODE_PROGRAMS } from "../nodes/programs.ts";
import { findLacks, observeMachine, type Lack } from "../nodes/requirements.ts";
import type { StackContext } from "./context.ts";

/** What the nodes of clusters are: pods run on real ones. */
export type NodeKind = "real" | "simulated";

/** Decides what the nodes of new clusters are; what stands against real ones is told, or refused where they were asked for. */
export async function chooseNodes({ config, homeDir, supervisor, report }: StackContext): Promise<NodeKind> {
  if (config.nodes === "simulated") return "simulated";
  const path = config.childEnv["PATH"] ?? "";
  const lacks = [...findLacks(await observeMachine(path, homeDir))];
  if (!(await areBuilt(NODE_PROGRAMS, config.cacheDir)))
    lacks.push(...(await findBuildLacks((what) => supervisor.run(what))));
  if (lacks.length === 0) return "real";
  const lines = lacks.map(({ what, remedy }) => `${what} (${remedy})`);
  if (config.nodes === "real") throw new Error(`BERTH_NODES=real cannot be had here:\n  ${lines.join("\n  ")}`);
  for (const line of lines) report(`nodes: simulated, since ${line}`);
  return "simulated";
}

async function findBuildLacks(run: Parameters<typeof hasGo>[0]): Promise<Lack[]> {
  const lacks: Lack[] = [];
  if (!(await hasGo(run)))
    lacks.push({ what: "there is no Go to build a node's programs with", remedy: "install Go 1.26 or newer" });
  const compiler = await run({ command: "gcc", args: ["--version"] }).catch(() => ({ code: 1 }));
  if (compiler.code !== 0)
    lacks.push({ what: "there is no gcc to build runc with", remedy: "install gcc and libseccomp-dev" });
  return lacks;
}
