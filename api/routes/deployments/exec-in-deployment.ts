import { EXEC_PROTOCOL, type execInDeployment } from "../../../contract/rest/pod-access.ts";
import { findTenantPlace } from "../../deployments/tenant-place.ts";
import type { Handler } from "../../http/context.ts";
import { execFrames } from "../../pod-access/exec-frames.ts";
import type { PodPlace } from "../../pod-access/find-pod.ts";
import { openSession } from "../../pod-access/open-session.ts";
import { wishOf } from "../../pod-access/wish-of.ts";
import { loadResource } from "../../resources/load-resource.ts";

type How = Readonly<{ command: readonly string[]; tty: boolean; stdin: boolean }>;

/** Runs a command in a pod of a deployment. */
export const handle: Handler<typeof execInDeployment> = async (context, { path, query }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  const place = await findTenantPlace(context, row);
  const { tty = false, stdin = true } = query;
  const command = JSON.parse(query.command ?? '["sh"]') as readonly string[];
  return openSession(context, {
    kind: "shell",
    target: { kind: "Deployment", row, cluster: place.cluster },
    where: wishOf(place, { pod: query.pod, container: query.container }),
    protocol: EXEC_PROTOCOL,
    ask: (found) => ({ path: pathOf(found, { command, tty, stdin }), protocol: EXEC_PROTOCOL }),
    frames: execFrames({ tty, stdin }),
    audited: { command, tty },
  });
};

function pathOf({ namespace, pod, container }: PodPlace, { command, tty, stdin }: How): string {
  const query = new URLSearchParams(command.map((word) => ["command", word]));
  const flags = { container, stdin, stdout: true, stderr: !tty, tty };
  for (const [name, value] of Object.entries(flags)) query.set(name, String(value));
  return `/api/v1/namespaces/${namespace}/pods/${pod}/exec?${query.toString()}`;
}
