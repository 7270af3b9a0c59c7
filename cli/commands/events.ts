import { Option } from "commander";
import type { BerthEvent, Schemas } from "../../client/main.ts";
import { EVENT_KINDS } from "../generated/event-kinds.ts";
import { findDeployment } from "../find-resource.ts";
import type { ListView } from "../output/output.ts";
import type { Means } from "../means.ts";
import { UsageError } from "../output/explain-fault.ts";
import type { Define } from "./command.ts";

type Told = Schemas["KubernetesEventResponse"];
type EventKind = (typeof EVENT_KINDS)[number];
type Options = Readonly<{ follow?: true; kind?: EventKind; cluster?: string; cursor?: string }>;

const VIEW: ListView<Told> = {
  columns: [
    { title: "LAST SEEN", of: ({ last_seen_at: at }) => at },
    { title: "TYPE", of: ({ type }) => type },
    { title: "REASON", of: ({ reason }) => reason },
    { title: "OBJECT", of: ({ object_kind: kind, object_name: name }) => `${kind}/${name}` },
    { title: "MESSAGE", of: ({ message, count }) => `${message}${count > 1 ? ` (${count} times)` : ""}` },
  ],
  nameOf: ({ reason }) => reason,
  none: "Nothing has been told of it lately.",
};

/** `berth events`: what cluster and platform say of a deployment, or all changes as they happen. */
export const define: Define = (command, act) => {
  command
    .argument("[deployment]", "name of the deployment")
    .option("-f, --follow", "changes of your resources, or of this one, as they happen")
    .addOption(new Option("--kind <kind>", "only of one kind").choices(EVENT_KINDS))
    .option("--cursor <cursor>", "go on after this event")
    .option("--cluster <cluster>", "the cluster that the deployment runs on")
    .action(
      act(async (means, options: Options, name?: string) => {
        const id = name === undefined ? undefined : (await findDeployment(means, name, options.cluster)).id;
        if (options.follow) return follow(means, options, id);
        if (id === undefined) throw new UsageError("Say which deployment, or follow all changes by -f.");
        const { events } = await means.berth.listDeploymentEvents({ path: { deployment_id: id } });
        await means.out.list(events, VIEW);
      }),
    );
};

async function follow(means: Means, { kind, cursor }: Options, id: string | undefined): Promise<void> {
  const { berth, out, signal } = means;
  const query = {
    ...(kind !== undefined && { kind }),
    ...(id !== undefined && { id }),
    ...(cursor !== undefined && { cursor }),
    ...(await means.organizationId()),
  };
  const onConnection = (connection: "open" | "lost"): void => {
    if (connection === "lost") out.note("The connection is lost; trying again.");
  };
  for await (const event of berth.events({ query, signal, onConnection })) out.row(event, lineOf(event));
}

function lineOf(event: BerthEvent): string {
  if (event.type === "resync") return "Changes were lost; what follows is newer.";
  const { at, type, kind, id, resource } = event.change;
  const shown = resource as Readonly<{ name?: string; status?: string }> | null;
  return `${at}  ${type}  ${kind}/${shown?.name ?? id}  ${shown?.status ?? ""}`;
}
