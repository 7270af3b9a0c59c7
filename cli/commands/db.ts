import type { Item, Schemas } from "../../client/main.ts";
import { readFlags, withFlags } from "../body-flags.ts";
import { confirm } from "../confirm.ts";
import { deleteResource, type DeleteOptions } from "../delete-resource.ts";
import { formatPlan } from "../deploy/format-plan.ts";
import { findCluster, findDatabase, UUID } from "../find-resource.ts";
import { followResource } from "../follow-resource.ts";
import { FLAGS } from "../generated/flags.ts";
import { listedFields, type ItemView, type ListView } from "../output/output.ts";
import { showHistory } from "../show-history.ts";
import { showWorkloadUsage } from "../show-usage.ts";
import { tellMadeDatabase } from "../tell-made.ts";
import { connecting } from "./db-connect.ts";
import { withWait, withYes, type Act, type Define, type WaitOptions } from "./command.ts";
import type { Command } from "commander";
import { UsageError } from "../output/explain-fault.ts";

type Database = Schemas["DatabaseResponse"];
type Backup = Item<"listDatabaseBackups">;
type Place = Readonly<{ cluster?: string }>;

const LIST: ListView<Database> = {
  columns: [
    { title: "NAME", of: ({ name }) => name },
    { title: "STATUS", of: ({ status }) => status },
    { title: "ENGINE", of: ({ engine, engine_version: version }) => `${engine} ${version}` },
    { title: "TIER", of: ({ tier }) => tier },
    { title: "SIZE", of: ({ storage_size_gb: size }) => `${size} GB` },
    { title: "LAST BACKUP", of: ({ last_backup_at: at }) => at },
  ],
  nameOf: ({ name }) => name,
  none: "There are no databases that you may see.",
};
type Shown = Database & Readonly<{ connection: Schemas["DatabaseConnection"] }>;
const ITEM: ItemView<Shown> = {
  nameOf: ({ name }) => name,
  fields: (one) => [
    ...listedFields(LIST, one),
    ["host", one.connection.external_host ?? one.connection.host],
    ["port", one.connection.port],
    ["user", one.connection.user],
    ["database", one.connection.database],
    [
      "password in",
      one.connection.secret_name === null
        ? null
        : `Secret ${one.connection.secret_namespace}/${one.connection.secret_name}`,
    ],
    ["restorable", one.restorable_from === null ? null : `${one.restorable_from} to ${one.restorable_until ?? ""}`],
    ["id", one.id],
  ],
};
const BACKUPS: ListView<Backup> = {
  columns: [
    { title: "ID", of: ({ id }) => id },
    { title: "STATUS", of: ({ status }) => status },
    { title: "TYPE", of: ({ backup_type: type, trigger }) => `${type} (${trigger})` },
    // The record of a scheduled one is made once the engine tells of it, which may be after its end.
    { title: "STARTED", of: ({ started_at: began, created_at: made }) => began ?? made },
    { title: "COMPLETED", of: ({ completed_at: at }) => at },
    { title: "EXPIRES", of: ({ expires_at: at }) => at },
  ],
  nameOf: ({ id }) => id,
  none: "It has no backups.",
};

/** `berth db`: managed databases, their backups, and restores. */
export const define: Define = (command, act) => {
  reading(command, act);
  withWait(
    withFlags(
      command.command("create").description("make one").argument("<database>", "its name"),
      FLAGS.DatabaseCreate,
    ),
  )
    .requiredOption("--cluster <cluster>", "cluster that it runs on")
    .action(
      act(async (means, options: WaitOptions & Readonly<{ cluster: string }>, name: string) => {
        const { id } = await findCluster(means, options.cluster);
        const body = { ...readFlags(options, FLAGS.DatabaseCreate), name, cluster_id: id } as Schemas["DatabaseCreate"];
        await tellMadeDatabase(means, await means.berth.createDatabase({ body }), options);
      }),
    );
  withWait(one(command.command("backup").description("make a backup now"))).action(
    act(async (means, options: WaitOptions & Place, ref: string) => {
      const { id, name } = await findDatabase(means, ref, options.cluster);
      const made = await means.berth.createDatabaseBackup({ path: { database_id: id }, body: {} });
      const input = { path: { database_id: id, backup_id: made.id } };
      const of = { name: `backup of ${name}`, good: ["completed"], bad: ["failed"], timeout: options.timeout };
      const done = options.wait ? await followResource(means, { id: "getDatabaseBackup", input, ...of }) : made;
      await means.out.result(done, { sentence: `Backup ${done.id} of ${name}: ${done.status}`, name: done.id });
    }),
  );
  connecting(command, act);
  restoring(command, act);
  withWait(
    withYes(one(command.command("delete").description("delete one; a final backup is kept where it has backups"))),
  ).action(
    act(async (means, options: DeleteOptions & Place, ref: string) => {
      const { id, name } = await findDatabase(means, ref, options.cluster);
      const input = { path: { database_id: id } };
      const question = `Delete ${name} with its data?`;
      const send = () => means.berth.deleteDatabase(input);
      await deleteResource(means, { id: "getDatabase", input, name, question, send }, options);
    }),
  );
};

function reading(command: Command, act: Act): void {
  command
    .command("list", { isDefault: true })
    .description("list them")
    .action(
      act(async (means) => {
        const query = await means.organizationId();
        await means.out.list(means.berth.pages("listDatabases", { query }), LIST);
      }),
    );
  one(command.command("show").description("show one, and how it is reached")).action(
    act(async (means, { cluster }: Place, ref: string) => {
      const database = await findDatabase(means, ref, cluster);
      const connection = await means.berth.getDatabaseConnection({ path: { database_id: database.id } });
      await means.out.item({ ...database, connection }, ITEM);
    }),
  );
  one(command.command("top").description("what its servers take, and may")).action(
    act(async (means, { cluster }: Place, ref: string) => {
      const { id, name } = await findDatabase(means, ref, cluster);
      const path = { database_id: id };
      await showWorkloadUsage(means, name, await means.berth.getDatabaseMetrics({ path }));
      await showHistory(means, () => means.berth.getDatabaseMetricsHistory({ path }));
    }),
  );
  one(command.command("backups").description("list its backups")).action(
    act(async (means, { cluster }: Place, ref: string) => {
      const path = { database_id: (await findDatabase(means, ref, cluster)).id };
      await means.out.list(means.berth.pages("listDatabaseBackups", { path }), BACKUPS);
    }),
  );
}

type Restoring = WaitOptions & Place & Readonly<{ to: string; name: string; on?: string; yes?: boolean }>;

function restoring(command: Command, act: Act): void {
  withWait(withYes(one(command.command("restore").description("restore into a new database"))))
    .requiredOption("--to <when>", "a moment, 2027-01-31T03:00:00Z, or the id of a backup")
    .requiredOption("--name <name>", "name of the new database")
    .option("--on <cluster>", "cluster of the new database; the source's when unset")
    .action(
      act(async (means, options: Restoring, ref: string) => {
        const { id, name } = await findDatabase(means, ref, options.cluster);
        const path = { database_id: id };
        const target = UUID.test(options.to) ? { backup_id: options.to } : { point_in_time: momentOf(options.to) };
        const place = options.on === undefined ? {} : { cluster_id: (await findCluster(means, options.on)).id };
        const body = { new_name: options.name, ...target, ...place };
        const { plan } = await means.berth.restoreDatabase({ path, query: { dry_run: true }, body });
        means.out.aside(formatPlan(`${options.name} would be made of ${name}; ${name} stays as it is.`, plan));
        await confirm(means, "Do it?", options.yes);
        await tellMadeDatabase(means, await means.berth.restoreDatabase({ path, body }), options);
      }),
    );
}

function momentOf(given: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(given))
    throw new UsageError(`--to takes a moment (2027-01-31T03:00:00Z) or a backup's id, not "${given}".`);
  return given;
}

function one(command: Command): Command {
  return command.argument("<database>", "its name").option("--cluster <cluster>", "the cluster that it runs on");
}
