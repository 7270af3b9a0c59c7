import { collect } from "../collect.ts";
import type { Item } from "../../client/main.ts";
import type { ListView } from "../output/output.ts";
import type { Define } from "./command.ts";
import { readCount } from "../read-input.ts";

type Alert = Item<"listAlerts">;
type Options = Readonly<{ limit: string; all?: boolean }>;

const VIEW: ListView<Alert> = {
  columns: [
    { title: "STARTED", of: ({ started_at: at }) => at },
    { title: "ENDED", of: ({ ended_at: at }) => at },
    { title: "ABOUT", of: ({ kind, resource_name: name }) => `${kind}/${name}` },
    { title: "RULE", of: ({ rule }) => rule },
    { title: "MESSAGE", of: ({ message }) => message },
  ],
  nameOf: ({ id }) => id,
  none: "No alerts.",
};

/** `berth alerts`: what goes wrong in an organization, newest first. */
export const define: Define = (command, act) => {
  command
    .option("--all", "also those that have ended")
    .option("--limit <number>", "most alerts", "50")
    .action(
      act(async (means, { limit, all }: Options) => {
        const most = readCount(limit, "--limit");
        const query = { ...(await means.organizationId()), ...(all === true ? {} : { state: "open" as const }) };
        await means.out.list(await collect(means.berth.pages("listAlerts", { query }), most), VIEW);
      }),
    );
};
