import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { Shell } from "../client/main.ts";

type Terminal = Readonly<{ isTTY?: boolean; columns?: number; rows?: number }>;

/** The streams of the process, as bytes; those of a terminal know its size. */
export type Streams = Readonly<{
  stdin: Readable & Readonly<{ isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown }>;
  stdout: Writable & Terminal;
  stderr: Writable;
}>;

/** Joins a command in a pod with the streams here until it ends; answers its exit code. */
export async function joinShell(
  shell: Shell,
  streams: Streams,
  { stdin, tty }: Readonly<{ stdin: boolean; tty: boolean }>,
): Promise<number> {
  const undo = [...(stdin ? [giveInput(shell, streams.stdin, tty)] : []), ...(tty ? [tellSize(shell, streams)] : [])];
  try {
    for await (const { stream, data } of shell.output)
      if (!streams[stream].write(data)) await once(streams[stream], "drain");
    return await shell.exited;
  } finally {
    for (const one of undo) one();
  }
}

/** Passes input on as fast as it is taken; with a terminal every key, also Ctrl-C, is the command's. */
function giveInput(shell: Shell, stdin: Streams["stdin"], tty: boolean): () => void {
  const isRaw = tty && stdin.isTTY === true;
  if (isRaw) stdin.setRawMode?.(true);
  const onData = (chunk: Buffer): void => {
    stdin.pause();
    shell.write(chunk).then(
      () => stdin.resume(),
      () => undefined,
    );
  };
  const onEnd = (): void => shell.endInput();
  stdin.on("data", onData).once("end", onEnd);
  return () => {
    if (isRaw) stdin.setRawMode?.(false);
    // Nobody reads any more: the process need not wait for a key.
    stdin.off("data", onData).off("end", onEnd).pause();
  };
}

function tellSize(shell: Shell, { stdout }: Streams): () => void {
  const tell = (): void => {
    const { columns, rows } = stdout;
    if (columns !== undefined && rows !== undefined) shell.resize({ columns, rows });
  };
  tell();
  stdout.on("resize", tell);
  return () => stdout.off("resize", tell);
}
