import type { Schemas } from "../../client/main.ts";
import type { ItemView } from "../output/output.ts";
import type { Define } from "./command.ts";

type Me = Schemas["MeResponse"];

/** `berth whoami`: who one is where, and by what. */
export const define: Define = (command, act) => {
  command.action(
    act(async (means) => {
      const { url, context } = means.target;
      await means.out.item(await means.berth.getMe(), viewOf(url, context?.name));
    }),
  );
};

const WAYS = { session: "a session", api_key: "an API key", oauth: "a login" } as const;

function viewOf(url: string, context: string | undefined): ItemView<Me> {
  return {
    nameOf: ({ email }) => email,
    fields: (me) => [
      ["who", `${me.name} <${me.email}>`],
      ["where", url],
      ["context", context],
      ["by", WAYS[me.auth_method]],
      [
        "organizations",
        me.organizations.map(({ slug, current_user_role: role }) => `${slug} (${role ?? "none"})`).join(", "),
      ],
      ["active", me.organizations.find(({ id }) => id === me.active_organization_id)?.slug],
    ],
  };
}
