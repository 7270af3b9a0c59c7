import type { Command } from "commander";
import { confirm } from "../confirm.ts";
import type { Input, Item } from "../../client/main.ts";
import { findCluster } from "../find-resource.ts";
import { followResource } from "../follow-resource.ts";
import type { ListView } from "../output/output.ts";
import { withWait, withYes, type Act, type Define, type WaitOptions } from "./command.ts";
import type { Means } from "../means.ts";

type Upgrade = Item<"listUpgrades">;
const GOOD = ["completed"];
const BAD = ["failed", "rejected", "cancelled"];

const LIST: ListView<Upgrade> = {
  columns: [
    { title: "ID", of: ({ id }) => id },
    { title: "CLUSTER", of: ({ cluster_id: id }) => id },
    { title: "STATUS", of: ({ status }) => status },
    { title: "FROM", of: ({ from_version: from }) => from },
    { title: "TO", of: ({ to_version: to }) => to },
    { title: "REQUESTED", of: ({ requested_at: at }) => at },
    { title: "SCHEDULED", of: ({ scheduled_date: at }) => at },
    { title: "STEP", of: ({ step }) => step },
    { title: "MESSAGE", of: ({ error_message: message }) => message },
  ],
  nameOf: ({ id }) => id,
  none: "No upgrade was asked for.",
};

/** `berth upgrade`: another version of Kubernetes, asked for by one and approved by another. */
export const define: Define = (command, act) => {
  command
    .command("list", { isDefault: true })
    .description("list requests, of all clusters or of one")
    .argument("[cluster]", "name of the cluster")
    .option("--status <status>", "only those in it: pending ones wait for an approval")
    .action(
      act(async (means, { status }: Readonly<{ status?: string }>, name?: string) => {
        const cluster = name === undefined ? {} : { cluster_id: (await findCluster(means, name)).id };
        const query = { ...(await means.organizationId()), ...cluster, ...(status !== undefined && { status }) };
        const pages = means.berth.pages("listUpgradeRequests", {
          query: query as Input<"listUpgradeRequests">["query"],
        });
        await means.out.list(pages, LIST);
      }),
    );
  command
    .command("request")
    .description("ask for one")
    .argument("<cluster>", "name of the cluster")
    .requiredOption("--to <version>", "a newer patch, or the next minor")
    .option("--notes <text>", "for whoever approves")
    .action(
      act(async (means, { to, notes }: Readonly<{ to: string; notes?: string }>, name: string) => {
        const path = { cluster_id: (await findCluster(means, name)).id };
        const body = { to_version: to, ...(notes !== undefined && { upgrade_notes: notes }) };
        await tell(means, await means.berth.requestUpgrade({ path, body }));
      }),
    );
  deciding(command, act);
};

function deciding(command: Command, act: Act): void {
  withWait(
    withYes(
      command.command("approve").description("approve one, and wait for its end").argument("<id>", "id of the request"),
    ),
  ).action(
    act(async (means, options: WaitOptions & Readonly<{ yes?: boolean }>, id: string) => {
      const path = { upgrade_id: id };
      const { from_version: from, to_version: to } = await means.berth.getUpgrade({ path });
      await confirm(means, `Upgrade from ${from} to ${to}?`, options.yes);
      const approved = await means.berth.approveUpgrade({ path });
      const name = `upgrade to ${to}`;
      const followed = {
        id: "getUpgrade",
        input: { path },
        name,
        good: GOOD,
        bad: BAD,
        timeout: options.timeout,
      } as const;
      await tell(
        means,
        options.wait && approved.scheduled_date === null ? await followResource(means, followed) : approved,
      );
    }),
  );
  settingAside(command, act);
}

function settingAside(command: Command, act: Act): void {
  command
    .command("reject")
    .description("reject one")
    .argument("<id>", "id of the request")
    .action(
      act(async (means, _options: object, id: string) =>
        tell(means, await means.berth.rejectUpgrade({ path: { upgrade_id: id } })),
      ),
    );
  command
    .command("cancel")
    .description("cancel one")
    .argument("<id>", "id of the request")
    .action(
      act(async (means, _options: object, id: string) =>
        tell(means, await means.berth.cancelUpgrade({ path: { upgrade_id: id } })),
      ),
    );
  command
    .command("schedule")
    .description("set its date")
    .argument("<id>", "id of the request")
    .argument("[date]", "when to begin: 2027-01-31T03:00:00Z; as soon as it is approved when unset")
    .action(
      act(async (means, _options: object, id: string, date?: string) =>
        tell(
          means,
          await means.berth.scheduleUpgrade({ path: { upgrade_id: id }, body: { scheduled_date: date ?? null } }),
        ),
      ),
    );
}

function tell(means: Means, upgrade: Upgrade): Promise<void> {
  const sentence = `The upgrade to ${upgrade.to_version} (${upgrade.id}) is ${upgrade.status}.`;
  return means.out.result(upgrade, { sentence, name: upgrade.id });
}
