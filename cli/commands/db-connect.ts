import { spawn } from "node:child_process";
import { isIP } from "node:net";
import type { Command } from "commander";
import type { Schemas } from "../../client/main.ts";
import { findDatabase } from "../find-resource.ts";
import { hasCode } from "../has-code.ts";
import { openTunnels } from "../open-tunnels.ts";
import { CommandExit, UsageError } from "../output/explain-fault.ts";
import type { Act } from "./command.ts";

type Connection = Schemas["DatabaseConnection"];
type Program = Readonly<{ name: string; args: readonly string[] }>;

/** Adds `berth db connect`: the engine's own client, through a tunnel where its host is a name within the cluster. */
export function connecting(command: Command, act: Act): void {
  command
    .command("connect")
    .description("connect to one with psql or mysql, through a tunnel")
    .argument("<database>", "its name")
    .argument("[arguments...]", "what psql or mysql are given, behind --")
    .option("--cluster <cluster>", "the cluster that it runs on")
    .action(
      act(async (means, { cluster }: Readonly<{ cluster?: string }>, ref: string, given: readonly string[]) => {
        const { berth, signal, out, host } = means;
        const { id: database, engine } = await findDatabase(means, ref, cluster);
        const connection = await berth.getDatabaseConnection({ path: { database_id: database } });
        if (connection.secret_name !== null)
          out.aside(`The password is in the Secret ${connection.secret_namespace}/${connection.secret_name}.`);
        const tell = (text: string): void => out.note(text);
        // A name is one of the cluster's; an address answers here, as the embedded platform's does.
        const isHere = isIP(connection.host ?? "") !== 0;
        const tunnel = isHere ? undefined : await openTunnels({ berth, signal, tell }, { database }, 0);
        try {
          const place = { ...connection, ...(tunnel && { host: "127.0.0.1", port: tunnel.port }) };
          const code = await host.lendTerminal(() => run(programOf(engine, place), given, signal));
          if (code !== 0) throw new CommandExit(code);
        } finally {
          await tunnel?.close();
        }
      }),
    );
}

function programOf(engine: string, { host, port, user, database }: Connection): Program {
  const place = [`--host=${host}`, `--port=${port}`];
  if (engine === "postgresql") return { name: "psql", args: [...place, `--username=${user}`, `--dbname=${database}`] };
  return { name: "mysql", args: [...place, `--user=${user}`, "--password", `--database=${database}`] };
}

/** It ends by itself, or with us: nobody would be left to carry its connection. */
async function run({ name, args }: Program, given: readonly string[], signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const child = spawn(name, [...args, ...given], { stdio: "inherit" });
  signal.addEventListener("abort", () => child.kill(), { once: true });
  const ended = new Promise<number>((resolve, reject) => {
    child.on("exit", (code) => resolve(code ?? 1)).on("error", reject);
  });
  const code = await ended.catch((fault: unknown) => {
    if (hasCode(fault, "ENOENT")) throw new UsageError(`${name} is not on this machine; install it first.`);
    throw fault;
  });
  signal.throwIfAborted();
  return code;
}
