import { collect } from "../collect.ts";
import { confirm } from "../confirm.ts";
import type { Item } from "../../client/main.ts";
import type { Means } from "../means.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { ListView } from "../output/output.ts";
import { withYes, type Define } from "./command.ts";

type Key = Item<"listApiKeys">;

const VIEW: ListView<Key> = {
  columns: [
    { title: "NAME", of: ({ name }) => name },
    { title: "KEY", of: ({ key_prefix: prefix }) => `${prefix}…` },
    { title: "ACTIVE", of: ({ is_active: active }) => active },
    { title: "SCOPES", of: ({ scopes }) => scopes?.join(" ") ?? "all" },
    { title: "EXPIRES", of: ({ expires_at: at }) => at ?? "never" },
    { title: "LAST USED", of: ({ last_used_at: at }) => at },
    { title: "ID", of: ({ id }) => id },
  ],
  nameOf: ({ id }) => id,
  none: "You have no API keys.",
};

/** `berth keys`: your API keys; they are made on Berth's own pages, as no key and no application makes keys (ADR 0035). */
export const define: Define = (command, act) => {
  command
    .command("list", { isDefault: true })
    .description("list them; no login but a session makes new ones")
    .action(act(async (means) => means.out.list(means.berth.pages("listApiKeys"), VIEW)));
  withYes(
    command.command("revoke").description("end one at once").argument("<key>", "its name, id or first characters"),
  ).action(
    act(async (means, { yes }: Readonly<{ yes?: boolean }>, ref: string) => {
      const { id, name } = await findKey(means, ref);
      await confirm(means, `Revoke the key ${name}?`, yes);
      const key = await means.berth.deleteApiKey({ path: { key_id: id } });
      await means.out.result(key, { sentence: `${name} works no more.`, name: id });
    }),
  );
  withYes(
    command
      .command("rotate")
      .description("replace its secret; the new one is written once")
      .argument("<key>", "its name, id or first characters"),
  ).action(
    act(async (means, { yes }: Readonly<{ yes?: boolean }>, ref: string) => {
      const { id, name } = await findKey(means, ref);
      await confirm(means, `Replace the secret of ${name}? The old one stops working at once.`, yes);
      const { key } = await means.berth.rotateApiKey({ path: { key_id: id } });
      await means.out.result({ id, name, key }, { sentence: key, name: id });
    }),
  );
};

async function findKey(means: Means, ref: string): Promise<Key> {
  const all = await collect(means.berth.pages("listApiKeys"));
  const found = all.filter((key) => key.id === ref || key.name === ref || ref.startsWith(key.key_prefix));
  const [first, ...others] = found.filter(({ is_active: active }) => active);
  if (first === undefined) throw new UsageError(`You have no active key "${ref}".`);
  if (others.length > 0) throw new UsageError(`You have more than one active key "${ref}"; say its id.`);
  return first;
}
