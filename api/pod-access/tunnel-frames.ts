import { ENDINGS } from "./ending.ts";
import type { PodPlace } from "./find-pod.ts";
import type { Frames } from "./relay.ts";

const KUBE_PROTOCOL = "v4.channel.k8s.io";

const [DATA, FAULT] = [0, 1];
const CHANNEL = Buffer.from([DATA]);
const PORT_BYTES = 2;

/**
 * Translates between a tunnel, whose messages are bytes, and v4.channel.k8s.io of one port: there each message has its
 * channel first, 0 for bytes and 1 for a fault, and the first message of a channel names the port.
 */
export function tunnelFrames(): Frames {
  const named = new Set<number>();
  let hasFailed = false;
  return {
    fromPerson: (message) => Buffer.concat([CHANNEL, message]),
    fromPod: (message) => {
      const channel = message[0];
      if (channel !== DATA && channel !== FAULT) return undefined;
      const isFirst = !named.has(channel);
      named.add(channel);
      const rest = message.subarray(isFirst ? 1 + PORT_BYTES : 1);
      if (rest.length === 0) return undefined;
      if (channel === DATA) return rest;
      // Its text is the node's own; that nobody listens is what it nearly always says.
      hasFailed = true;
      return ENDINGS.portRefused;
    },
    atPodsEnd: () => (hasFailed ? ENDINGS.portRefused : ENDINGS.completed),
  };
}

/** Says how an API server is asked for a connection to a port. */
export function askForPort({ namespace, pod }: PodPlace, port: number): Readonly<{ path: string; protocol: string }> {
  return { path: `/api/v1/namespaces/${namespace}/pods/${pod}/portforward?ports=${port}`, protocol: KUBE_PROTOCOL };
}
