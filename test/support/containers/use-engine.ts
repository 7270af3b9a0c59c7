import { argv } from "node:process";
import pg from "pg";
import { k3sContainer, vaultContainer } from "./images.ts";
import { runContainer, usesContainers } from "./run-container.ts";
import { startPostgres } from "../postgres.ts";

/** Uses the engine of this process' environment as the tests do, and prints what it saw; an engine is looked for once per process. */
const saw: Record<string, unknown> = { usesContainers: await usesContainers() };
if (argv.includes("postgres")) await usePostgres();
if (argv.includes("others"))
  for (const spec of [vaultContainer("root-token"), k3sContainer("admin-token", "the policy")])
    await (await runContainer(spec)).stop();
console.log(JSON.stringify(saw));

async function usePostgres(): Promise<void> {
  const postgres = await startPostgres({ log_statement: "all" });
  const url = await postgres.createEmptyDatabase();
  saw["database"] = await firstRow(url);
  await postgres.kill();
  saw["killed"] = await firstRow(url).catch(() => "nobody answers");
  await postgres.start();
  saw["again"] = await firstRow(url);
  await postgres.stop();
  saw["stopped"] = await firstRow(url).catch(() => "nobody answers");
}

async function firstRow(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
    return rows[0]?.name;
  } finally {
    await client.end().catch(() => undefined);
  }
}
