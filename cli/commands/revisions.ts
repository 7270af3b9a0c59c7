import type { Item, Schemas } from "../../client/main.ts";
import { findDeployment } from "../find-resource.ts";
import type { ItemView, ListView } from "../output/output.ts";
import { withDeployment, type Define } from "./command.ts";

type Revision = Item<"listDeploymentRevisions">;
type Detail = Schemas["RevisionDetailResponse"];

const LIST: ListView<Revision> = {
  columns: [
    { title: "REVISION", of: ({ revision }) => revision },
    { title: "CREATED", of: ({ created_at: at }) => at },
    { title: "COMMIT", of: ({ commit }) => commit.slice(0, 12) },
    { title: "MESSAGE", of: ({ message }) => message },
  ],
  nameOf: ({ revision }) => String(revision),
  none: "Nothing was committed yet.",
};
const DETAIL: ItemView<Detail> = {
  nameOf: ({ revision }) => String(revision),
  fields: (one) => [
    ["revision", one.revision],
    ["created", one.created_at],
    ["commit", one.commit],
    ["message", one.message],
    ["compared to", one.compared_to],
  ],
};

/** `berth revisions`: what was committed, or what one revision changed. */
export const define: Define = (command, act) => {
  withDeployment(command)
    .argument("[revision]", "number of one, to see what it changed")
    .action(
      act(async (means, { cluster }: Readonly<{ cluster?: string }>, name: string, revision?: string) => {
        const { berth, out } = means;
        const path = { deployment_id: (await findDeployment(means, name, cluster)).id };
        if (revision === undefined) return out.list(berth.pages("listDeploymentRevisions", { path }), LIST);
        const detail = await berth.getDeploymentRevision({ path: { ...path, revision } });
        await out.item(detail, DETAIL);
        if (out.format === "table") out.text(detail.values_diff);
      }),
    );
};
