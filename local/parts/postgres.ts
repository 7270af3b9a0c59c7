import { join } from "node:path";
import { postgresSpec, postgresUrl } from "../postgres/postgres.ts";
import type { StackContext } from "./context.ts";

/** Starts Postgres and answers the address of its database. */
export async function startPostgres({ homeDir, ports, secrets, supervisor, report }: StackContext): Promise<string> {
  const options = { dir: join(homeDir, "postgres"), port: await ports.take("postgres"), password: secrets.postgres };
  await supervisor.start(await postgresSpec({ ...options, supervisor }));
  report("postgres: ready");
  return postgresUrl(options);
}
