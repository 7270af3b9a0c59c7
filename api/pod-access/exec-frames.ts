import { ENDINGS } from "./ending.ts";
import type { Frames } from "./relay.ts";

const [STDIN, STDOUT, STDERR, STATUS, RESIZE, CLOSE] = [0, 1, 2, 3, 4, 255];
const SIZE = /^\{"Width":(\d{1,4}),"Height":(\d{1,4})\}$/;
const SIZE_BYTES_MAX = 64;

/** Judges the messages of v5.channel.k8s.io, which pass unchanged: what a person sends, and what a pod does. */
export function execFrames({ tty, stdin }: Readonly<{ tty: boolean; stdin: boolean }>): Frames {
  let isToldHow = false;
  return {
    fromPerson: (message) => {
      if (isAllowed(message, { tty, stdin })) return message;
      return ENDINGS.unknownMessage;
    },
    fromPod: (message) => {
      const channel = message[0];
      if (channel === STATUS) isToldHow = true;
      return channel === STDOUT || channel === STDERR || channel === STATUS ? message : undefined;
    },
    atPodsEnd: () => (isToldHow ? ENDINGS.completed : ENDINGS.podLost),
  };
}

function isAllowed(message: Buffer, { tty, stdin }: Readonly<{ tty: boolean; stdin: boolean }>): boolean {
  switch (message[0]) {
    case STDIN:
      return stdin;
    case RESIZE:
      return tty && message.length <= SIZE_BYTES_MAX && SIZE.test(message.toString("latin1", 1));
    case CLOSE:
      return stdin && message.length === 2 && message[1] === STDIN;
    default:
      return false;
  }
}
