import type { Schemas } from "../../client/main.ts";
import { formatChain } from "../follow-change.ts";
import type { Cell } from "../output/format-table.ts";
import type { ItemView, ListView } from "../output/output.ts";

type Deployment = Schemas["DeploymentResponse"];
/** A deployment with how far its newest change has come. */
export type Told = Deployment & Readonly<{ chain: Schemas["DeploymentStatusResponse"] }>;

/** How deployments are listed. */
export const DEPLOYMENTS: ListView<Deployment> = {
  columns: [
    { title: "NAME", of: ({ name }) => name },
    { title: "STATUS", of: ({ status }) => status },
    { title: "READY", of: (one) => (isJob(one) ? undefined : `${one.ready_replicas ?? 0}/${one.replicas ?? 1}`) },
    { title: "IMAGE", of: ({ docker_image: image, helm_chart_name: chart }) => image ?? chart },
    { title: "ADDRESS", of: ({ endpoint_url: url }) => url },
  ],
  nameOf: ({ name }) => name,
  none: "There are no deployments that you may see.",
};

/** How one deployment is shown. */
export const STATUS: ItemView<Told> = { fields: fieldsOf, nameOf: ({ name }) => name };

type Field = readonly [name: string, value: Cell];

function fieldsOf(one: Told): readonly Field[] {
  return [
    ["name", one.name],
    ["status", one.status],
    ["change", formatChain(one.chain)],
    ...heldUp(one),
    ...(isJob(one) ? [] : [["replicas", `${one.ready_replicas ?? 0} of ${one.replicas ?? 1} ready`] as const]),
    ...asleep(one),
    ["image", one.docker_image_running ?? one.docker_image],
    ["address", one.endpoint_url],
    ...publicPorts(one),
    ["commit", one.chain.commit],
    ["region", [one.provider, one.region].join(" ").trim()],
    ["observed", one.observed_at],
    ["id", one.id],
  ];
}

/** Its pods come for runs and go. */
function isJob({ app_type: type }: Deployment): boolean {
  return type === "job" || type === "cron_job";
}

/** Where each is reached from outside, and which port of the pods that is. */
function publicPorts({ public_ports: ports }: Deployment): Field[] {
  const said = ports.map(({ port, public_port: number, address }) => `${address ?? number} (port ${port})`);
  return withText([["public ports", said.join(", ")]]);
}

function asleep({ sleeps_at: sleeps, wakes_at: wakes }: Deployment): Field[] {
  return withText([
    ["sleeps at", sleeps],
    ["asleep until", wakes],
  ]);
}

/** What holds the newest change up, and when it is tried again. */
function heldUp({ chain, error_message: error }: Told): Field[] {
  const held = chain.steps.find(({ state }) => state === "failed" || state === "running");
  const again = held?.next_retry_at ?? undefined;
  return withText([
    [held?.step ?? "", held?.message],
    ["again at", again],
    ["error", error === held?.message ? undefined : error],
  ]);
}

function withText(fields: readonly Field[]): Field[] {
  return fields.filter(([, value]) => typeof value === "string" && value !== "");
}
