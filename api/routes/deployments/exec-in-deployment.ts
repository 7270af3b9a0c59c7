import { randomUUID } from "node:crypto";
import { EXEC_PROTOCOL, type execInDeployment } from "../../../contract/rest/pod-access.ts";
import { findTenantPlace } from "../../deployments/tenant-place.ts";
import type { Context, Handler } from "../../http/context.ts";
import { debugName } from "../../pod-access/debug-container.ts";
import { execFrames } from "../../pod-access/exec-frames.ts";
import type { PodPlace } from "../../pod-access/find-pod.ts";
import { openSession, type SessionWish } from "../../pod-access/open-session.ts";
import { startDebug } from "../../pod-access/start-debug.ts";
import { wishOf } from "../../pod-access/wish-of.ts";
import { loadResource } from "../../resources/load-resource.ts";

type How = Readonly<{ command: readonly string[]; tty: boolean; stdin: boolean }>;

/** Runs a command in a pod of a deployment. */
export const handle: Handler<typeof execInDeployment> = async (context, { path, query }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  const place = await findTenantPlace(context, row);
  const { tty = false, stdin = true, debug = false } = query;
  const command = JSON.parse(query.command ?? '["sh"]') as readonly string[];
  return openSession(context, {
    kind: "shell",
    target: { kind: "Deployment", row, cluster: place.cluster },
    where: wishOf(place, { pod: query.pod, container: query.container }),
    protocol: EXEC_PROTOCOL,
    ask: (found) => ({ path: pathOf(found, { command, tty, stdin }), protocol: EXEC_PROTOCOL }),
    frames: execFrames({ tty, stdin }),
    ...(debug ? debugging(context, { command, tty }) : { audited: { command, tty } }),
  });
};

/** Has the command run in a container of its own, which the audit log names. */
function debugging(
  { services }: Context,
  audited: Readonly<Record<string, unknown>>,
): Pick<SessionWish, "audited" | "prepare"> {
  const { debugImage: image, totalMs } = services.config.podAccess;
  const name = debugName(randomUUID());
  const { clock } = services.events;
  const seconds = Math.ceil(totalMs / 1_000);
  return {
    audited: { ...audited, debug_container: name, debug_image: image },
    prepare: (client, place, signal) => startDebug({ client, clock, signal }, place, { name, image, seconds }),
  };
}

function pathOf({ namespace, pod, container }: PodPlace, { command, tty, stdin }: How): string {
  const query = new URLSearchParams(command.map((word) => ["command", word]));
  const flags = { container, stdin, stdout: true, stderr: !tty, tty };
  for (const [name, value] of Object.entries(flags)) query.set(name, String(value));
  return `/api/v1/namespaces/${namespace}/pods/${pod}/exec?${query.toString()}`;
}
