import { collect } from "../collect.ts";
import type { Item } from "../../client/main.ts";
import type { ListView } from "../output/output.ts";
import type { Define } from "./command.ts";
import { readCount } from "../read-input.ts";

type Entry = Item<"listAudit">;
type Options = Readonly<{ limit: string; action?: string; target?: string }>;

/** How many members are asked for their addresses: who is beyond is told by the id. */
const NAMED_MAX = 1_000;

type Addresses = ReadonlyMap<string, string>;

const viewOf = (addresses: Addresses): ListView<Entry> => ({
  columns: [
    { title: "AT", of: ({ at }) => at },
    { title: "ACTION", of: ({ action }) => action },
    { title: "OUTCOME", of: ({ outcome }) => outcome },
    { title: "BY", of: ({ actor_user_id: actor }) => (actor === null ? null : (addresses.get(actor) ?? actor)) },
    { title: "WITH", of: ({ principal }) => principal },
    { title: "TARGET", of: ({ target_kind: kind, target_id: id }) => (kind === null ? null : `${kind}/${id ?? ""}`) },
    { title: "FROM", of: ({ source_address: address }) => address },
  ],
  nameOf: ({ id }) => id,
  none: "No entry matches.",
});

/** `berth audit`: who did what in an organization, newest first. */
export const define: Define = (command, act) => {
  command
    .option("--limit <number>", "most entries", "50")
    .option("--action <operation>", "only this operation, by its operationId")
    .option("--target <id>", "only this thing, by its id")
    .action(
      act(async (means, { limit, action, target }: Options) => {
        const most = readCount(limit, "--limit");
        const { slug } = await means.organization();
        const query = { ...(action !== undefined && { action }), ...(target !== undefined && { target_id: target }) };
        const [entries, members] = await Promise.all([
          collect(means.berth.pages("listAudit", { path: { slug }, query }), most),
          collect(means.berth.pages("listMembers", { path: { slug } }), NAMED_MAX),
        ]);
        await means.out.list(entries, viewOf(new Map(members.map(({ user_id: id, email }) => [id, email]))));
      }),
    );
};
