import type { Command } from "commander";
import type { Schemas } from "../../client/main.ts";
import { readFlags, withFlags } from "../body-flags.ts";
import { deleteResource, type DeleteOptions } from "../delete-resource.ts";
import { findCluster } from "../find-resource.ts";
import { FLAGS } from "../generated/flags.ts";
import { listedFields, type ItemView, type ListView } from "../output/output.ts";
import { showHistory } from "../show-history.ts";
import { showClusterUsage } from "../show-usage.ts";
import { tellMadeCluster } from "../tell-made.ts";
import { withWait, withYes, type Act, type Define, type WaitOptions } from "./command.ts";

type Cluster = Schemas["ClusterResponse"];
type Node = Schemas["NodeResponse"];
type Found = Schemas["FoundWorkload"];

const LIST: ListView<Cluster> = {
  columns: [
    { title: "NAME", of: ({ name }) => name },
    { title: "STATUS", of: ({ status }) => status },
    { title: "TIER", of: ({ tier }) => tier },
    { title: "PROVIDER", of: ({ provider }) => provider },
    { title: "REGION", of: ({ region }) => region },
    { title: "NODES", of: ({ node_count: nodes }) => nodes },
    { title: "VERSION", of: ({ kubernetes_version: version }) => version },
  ],
  nameOf: ({ name }) => name,
  none: "There are no clusters that you may see.",
};
const ITEM: ItemView<Cluster> = {
  nameOf: ({ name }) => name,
  fields: (one) => [
    ...listedFields(LIST, one),
    ["upgrade", one.upgrade_available],
    ["address", one.endpoint],
    ["gateway", one.gateway_address],
    ["observed", one.observed_at],
    ["id", one.id],
  ],
};
const NODES: ListView<Node> = {
  columns: [
    { title: "NAME", of: ({ name }) => name },
    { title: "READY", of: ({ ready }) => ready },
    { title: "SCHEDULABLE", of: ({ schedulable }) => schedulable },
    { title: "TYPE", of: ({ server_type: type }) => type },
    { title: "KUBELET", of: ({ kubelet_version: version }) => version },
  ],
  nameOf: ({ name }) => name,
  none: "No node was seen.",
};

const FOUND: ListView<Found> = {
  columns: [
    { title: "NAMESPACE", of: ({ namespace }) => namespace },
    { title: "KIND", of: ({ kind }) => kind },
    { title: "NAME", of: ({ name }) => name },
    { title: "IMAGE", of: ({ images }) => images[0] },
    { title: "READY", of: ({ ready_replicas: ready }) => ready },
    { title: "KEPT BY", of: ({ managed_by: keeper }) => keeper },
    { title: "DEPLOYMENT", of: ({ deployment_id: id }) => id },
    { title: "OBSTACLE", of: ({ obstacle }) => obstacle },
  ],
  nameOf: ({ name }) => name,
  none: "Nothing runs there beside the platform's own.",
};

/** `berth clusters`: what carries deployments and databases. */
export const define: Define = (command, act) => {
  command
    .command("list", { isDefault: true })
    .description("list them")
    .action(
      act(async (means) => {
        const query = await means.organizationId();
        await means.out.list(means.berth.pages("listClusters", { query }), LIST);
      }),
    );
  command
    .command("show")
    .description("show one")
    .argument("<cluster>", "its name")
    .action(act(async (means, _options: object, name: string) => means.out.item(await findCluster(means, name), ITEM)));
  command
    .command("top")
    .description("what is taken of its nodes")
    .argument("<cluster>", "its name")
    .action(
      act(async (means, _options: object, ref: string) => {
        const { id, name } = await findCluster(means, ref);
        const path = { cluster_id: id };
        await showClusterUsage(means, name, await means.berth.getClusterMetrics({ path }));
        await showHistory(means, () => means.berth.getClusterMetricsHistory({ path }));
      }),
    );
  looking(command, act);
  changing(command, act);
};

function looking(command: Command, act: Act): void {
  command
    .command("nodes")
    .description("list its nodes")
    .argument("<cluster>", "its name")
    .action(
      act(async (means, _options: object, name: string) => {
        const { id } = await findCluster(means, name);
        const { nodes } = await means.berth.listClusterNodes({ path: { cluster_id: id } });
        await means.out.list(nodes, NODES);
      }),
    );
  command
    .command("workloads")
    .description("list what runs on it, whoever has put it there; --output json has what an import takes")
    .argument("<cluster>", "its name")
    .option("--namespace <name>", "only what runs in it")
    .action(
      act(async (means, { namespace }: Readonly<{ namespace?: string }>, name: string) => {
        const { id } = await findCluster(means, name);
        const query = namespace === undefined ? {} : { namespace };
        const { workloads, complete } = await means.berth.listClusterWorkloads({ path: { cluster_id: id }, query });
        if (!complete) means.out.aside("There are more: ask with --namespace.");
        await means.out.list(workloads, FOUND);
      }),
    );
}

function changing(command: Command, act: Act): void {
  withWait(
    withFlags(command.command("create").description("make one").argument("<cluster>", "its name"), FLAGS.ClusterCreate),
  ).action(
    act(async (means, options: WaitOptions, name: string) => {
      const members = readFlags(options, FLAGS.ClusterCreate);
      const body = { ...members, name, ...(await means.organizationId()) } as Schemas["ClusterCreate"];
      await tellMadeCluster(means, await means.berth.createCluster({ body }), options);
    }),
  );
  withWait(
    withYes(
      command.command("delete").description("delete one, or detach an imported one").argument("<cluster>", "its name"),
    ),
  )
    .option("--cascade", "delete its deployments and databases too")
    .action(
      act(async (means, options: DeleteOptions & Readonly<{ cascade?: true }>, ref: string) => {
        const { id, name } = await findCluster(means, ref);
        const input = { path: { cluster_id: id } };
        const query = options.cascade ? { cascade: true } : {};
        const question = `Delete ${name}${options.cascade ? " with all that runs on it" : ""}?`;
        const send = () => means.berth.deleteCluster({ ...input, query });
        await deleteResource(means, { id: "getCluster", input, name, question, send }, options);
      }),
    );
}
