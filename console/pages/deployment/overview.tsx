import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { AddressLink } from "../../parts/address-link.tsx";
import { Facts, type Fact } from "../../parts/facts.tsx";
import { Observed } from "../../parts/observed.tsx";
import { When } from "../../parts/when.tsx";
import { clusters } from "../../store/kinds.ts";
import { isJob } from "../../view/deployment-actions.ts";
import { saySchedule } from "../../view/say-schedule.ts";
import { Schedule } from "./schedule.tsx";

type Deployment = Output<"getDeployment">;

/** What a deployment is, where it answers, and what was observed of it. */
export function Overview({ deployment }: Readonly<{ deployment: Deployment }>): VNode {
  return (
    <Observed conditions={deployment.conditions}>
      <DeploymentFacts deployment={deployment} />
    </Observed>
  );
}

function DeploymentFacts({ deployment }: Readonly<{ deployment: Deployment }>): VNode {
  const cluster = clusters.value.rows.find(({ id }) => id === deployment.cluster_id);
  const { endpoint_url: url, docker_image: image, docker_image_running: running } = deployment;
  const { ready_replicas: ready, replicas, observed_at: observed } = deployment;
  const facts: readonly Fact[] = [
    ["Address", url === null ? "None" : <AddressLink url={url} />],
    ["Public ports", portsOf(deployment)],
    ["Image", code(image)],
    ["Runs now", running === image ? null : code(running)],
    ["Chart", deployment.helm_chart_name],
    ["Runs", isJob(deployment) ? <Schedule deployment={deployment} /> : null],
    ["Sleep", sleepOf(deployment)],
    ["Pods", ready === null ? null : `${ready} of ${replicas ?? 1} ready`],
    ["Cluster", <a href={`/clusters/${deployment.cluster_id}`}>{cluster?.name ?? "its cluster"}</a>],
    ["Region", [deployment.provider, deployment.region].filter(Boolean).join(", ")],
    ["Own domain", deployment.custom_domain],
    ["Newer images", deployment.image_updates_held ? "wait since a rollback" : null],
    ["In Git", code(deployment.git_path)],
    ["Made", <When at={deployment.created_at} />],
    ["Last observed", observed === null ? "never" : <When at={observed} />],
  ];
  return <Facts facts={facts} />;
}

/** Where each is reached from outside, and which port of the pods that is. */
function portsOf({ public_ports: ports }: Deployment): string | null {
  if (ports.length === 0) return null;
  return ports.map(({ port, public_port: number, address }) => `${address ?? number} (port ${port})`).join(", ");
}

function sleepOf({ sleep }: Deployment): string | null {
  if (sleep === null) return null;
  const { stop_schedule: stop, start_schedule: start, time_zone: zone } = sleep;
  return `Falls asleep ${saySchedule(stop)}; wakes ${saySchedule(start)} (${zone ?? "UTC"})`;
}

function code(text: string | null): VNode | null {
  return text === null ? null : <code>{text}</code>;
}
