import { Argument } from "commander";
import { collect } from "../collect.ts";
import { confirm } from "../confirm.ts";
import type { Item } from "../../client/main.ts";
import type { Means } from "../means.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { ListView } from "../output/output.ts";
import { withYes, type Define } from "./command.ts";

type Member = Item<"listMembers">;
const ROLES = ["owner", "admin", "member", "viewer"] as const;
type Role = (typeof ROLES)[number];

const VIEW: ListView<Member> = {
  columns: [
    { title: "E-MAIL", of: ({ email }) => email },
    { title: "NAME", of: ({ name }) => name },
    { title: "ROLE", of: ({ role }) => role },
    { title: "SINCE", of: ({ joined_at: at }) => at },
  ],
  nameOf: ({ email }) => email,
  none: "Nobody is in it.",
};

/** `berth members`: who is in an organization, and as what. */
export const define: Define = (command, act) => {
  command
    .command("list", { isDefault: true })
    .description("list them")
    .action(
      act(async (means) => {
        const { slug } = await means.organization();
        await means.out.list(means.berth.pages("listMembers", { path: { slug } }), VIEW);
      }),
    );
  command
    .command("invite")
    .description("invite somebody")
    .argument("<email>", "address")
    .addArgument(new Argument("[role]", "what they may do").choices(ROLES).default("member"))
    .action(
      act(async (means, _options: object, email: string, role: Role) => {
        const { slug, name } = await means.organization();
        const made = await means.berth.createInvitation({ path: { slug }, body: { email, role } });
        const pass = made.accept_url === null ? "It was mailed." : `Pass this address on: ${made.accept_url}`;
        await means.out.result(made, { sentence: `${email} is invited into ${name}. ${pass}`, name: made.id });
      }),
    );
  command
    .command("role")
    .description("change a role")
    .argument("<email>", "address of the member")
    .addArgument(new Argument("<role>", "what they may do").choices(ROLES))
    .action(
      act(async (means, _options: object, email: string, role: Role) => {
        const path = await pathOf(means, email);
        const member = await means.berth.updateMember({ path, body: { role } });
        await means.out.result(member, { sentence: `${email} is ${role} now.`, name: email });
      }),
    );
  withYes(
    command.command("remove").description("remove somebody, or leave").argument("<email>", "address of the member"),
  ).action(
    act(async (means, { yes }: Readonly<{ yes?: boolean }>, email: string) => {
      const path = await pathOf(means, email);
      await confirm(means, `Remove ${email} from ${path.slug}?`, yes);
      const answer = await means.berth.removeMember({ path });
      await means.out.result(answer, { sentence: `${email} is no member any more.`, name: email });
    }),
  );
};

async function pathOf(means: Means, email: string): Promise<{ slug: string; user_id: string }> {
  const { slug } = await means.organization();
  const member = (await collect(means.berth.pages("listMembers", { path: { slug } }))).find(
    (one) => one.email === email,
  );
  if (member === undefined) throw new UsageError(`${email} is no member of ${slug}.`);
  return { slug, user_id: member.user_id };
}
