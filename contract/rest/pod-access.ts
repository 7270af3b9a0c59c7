import { z } from "zod";
import { text } from "../fields.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { databasePath, deploymentPath } from "./values.ts";

/*
 * Shells in pods, and tunnels to their ports and to databases: WebSockets through the gateway (docs/adr/0072).
 */
const scope = "exec:write";
const pod = text(253, 1).optional().meta({ description: "Pod; the newest one that is ready when unset" });
const errors = [
  "exec_switched_off",
  "no_pod_running",
  "nodes_simulated",
  "cluster_unreachable",
  "kubernetes_unavailable",
] as const;

/** A text in JSON without NUL and without halves of surrogate pairs, which neither a program nor the audit log can take. */
const JSON_TEXT = String.raw`"([^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u00(0[1-9a-fA-F]|1[0-9a-fA-F]))*"`;
const command = z
  .string()
  .max(8_192)
  .regex(new RegExp(String.raw`^\[${JSON_TEXT}(,${JSON_TEXT}){0,63}\]$`))
  .optional()
  .meta({
    description: 'The command and its arguments, as JSON without spaces between them: ["ls","-l"]; ["sh"] when unset',
  });

const ENDS =
  "The gateway closes it with a code and a word: 4001 access_ended (session, key, role or membership ended, or the organization switched shells off: at once, or at the next look, each 5 s), 4002 gone (the deployment or database), 4003 idle, 4004 time_up, 4005 access_unknown (the platform's database was away too long), 1001 gateway_stops, 1008 unknown_message, 1009 for a message of more than 64 KiB, 1011 pod_lost.";

/** The protocol of exec's messages, which is Kubernetes' own. */
export const EXEC_PROTOCOL = "v5.channel.k8s.io";
/** The protocol of tunnels: a message is bytes of the connection. */
export const TUNNEL_PROTOCOL = "tunnel.berth.dev";

export const execInDeployment = defineOperation({
  operationId: "execInDeployment",
  method: "get",
  path: "/deployments/{deployment_id}/exec",
  group: "deployments",
  summary: "Run a command in a pod, with a terminal or without",
  description: `A WebSocket that speaks ${EXEC_PROTOCOL}, as Kubernetes does: the first byte of each binary message is its channel. To the pod: 0 input, 4 the terminal's size ({"Width":80,"Height":24}), and the message [255,0], which ends the input. From it: 1 output, 2 errors (without a terminal), 3 how it ended: a Status in JSON, whose details.causes have the ExitCode where it is not 0. Whoever is slow slows the other side down. ${ENDS} The audit log has the command, never what goes through. Idle and total time, and how many a person may have open, are settings of the platform.`,
  who: atLeast("member"),
  notWhileImpersonating: true,
  scope,
  webSocket: true,
  pathParameters: deploymentPath,
  query: {
    command,
    pod,
    container: text(63, 1).optional().meta({ description: "Container of the pod; its first when unset" }),
    tty: z.boolean().optional().meta({ description: "Gives the command a terminal" }),
    stdin: z.boolean().optional().meta({ description: "Whether the command gets input; yes when unset" }),
    debug: z.boolean().optional().meta({
      description:
        "Runs it in a container of the platform's debug image beside the container, whose processes and network it sees: for images without a shell. It is never root and has no volumes; all that was run in it ends with the WebSocket, and the pod lists it until the pod goes",
    }),
  },
  success: { status: 101, schema: z.string(), description: "The WebSocket" },
  errors: [...errors, "debug_unavailable"],
});

const port = z
  .int()
  .min(1)
  .max(65_535)
  .optional()
  .meta({ description: "Port of the pod; the deployment's container_port when unset" });
const TUNNEL = `A WebSocket that is one TCP connection: each binary message is bytes of it. A server in the pod that ends the connection ends the WebSocket with 1000; where none listens it ends with 4006 port_refused. ${ENDS}`;

export const forwardDeploymentPort = defineOperation({
  operationId: "forwardDeploymentPort",
  method: "get",
  path: "/deployments/{deployment_id}/port-forward",
  group: "deployments",
  summary: "Reach a port of a pod through a tunnel",
  description: TUNNEL,
  who: atLeast("member"),
  notWhileImpersonating: true,
  scope,
  webSocket: true,
  pathParameters: deploymentPath,
  query: { port, pod },
  success: { status: 101, schema: z.string(), description: "The WebSocket" },
  errors: [...errors, "conflict"],
});

export const forwardDatabasePort = defineOperation({
  operationId: "forwardDatabasePort",
  method: "get",
  path: "/databases/{database_id}/port-forward",
  group: "databases",
  summary: "Reach a database's primary server through a tunnel",
  description: `${TUNNEL} User and password are the database's own (GET …/connection).`,
  who: atLeast("member"),
  notWhileImpersonating: true,
  scope,
  webSocket: true,
  pathParameters: databasePath,
  success: { status: 101, schema: z.string(), description: "The WebSocket" },
  errors,
});
export const podAccessOperations = [execInDeployment, forwardDeploymentPort, forwardDatabasePort];
