import type { operations } from "./generated/paths.ts";
import { SessionEnded, type OpenSocket } from "./open-socket.ts";

type Query = NonNullable<operations["execInDeployment"]["parameters"]["query"]>;

/** What is run, and where: `command` is `["sh"]` when unset. */
export type ShellWish = Readonly<Omit<Query, "command">> &
  Readonly<{ command?: readonly string[]; signal?: AbortSignal | undefined }>;

/** A part of what a command wrote. */
export type ShellOutput = Readonly<{ stream: "stdout" | "stderr"; data: Uint8Array<ArrayBuffer> }>;

/** A command that runs in a pod. */
export type Shell = Readonly<{
  /** What it writes; take it, for a command that nobody listens to waits. */
  output: AsyncGenerator<ShellOutput, void>;
  /** Resolves with its exit code once its output was taken; throws SessionEnded where it did not come to an end. */
  exited: Promise<number>;
  /** Gives it input, once there is room. */
  write: (input: Uint8Array | string) => Promise<void>;
  endInput: () => void;
  /** Tells it the terminal's size. */
  resize: (size: Readonly<{ columns: number; rows: number }>) => void;
  close: () => void;
}>;

type Status = Readonly<{
  status?: string;
  message?: string;
  details?: Readonly<{ causes?: readonly Readonly<{ reason?: string; message?: string }>[] }>;
}>;

export const EXEC_PROTOCOL = "v5.channel.k8s.io";
const [STDIN, STDOUT, STDERR, STATUS, RESIZE, CLOSE] = [0, 1, 2, 3, 4, 255];
/** What shells answer for a command that cannot be run. */
const NOT_RUN = 126;

/** Writes the query of a command. */
export function shellQuery({ command, ...rest }: ShellWish): Record<string, unknown> {
  return { ...rest, signal: undefined, ...(command !== undefined && { command: JSON.stringify(command) }) };
}

/** Makes a shell of its socket. */
export function toShell(socket: OpenSocket): Shell {
  const encoder = new TextEncoder();
  const told: { status?: Status } = {};
  let settle: (code: number) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const exited = new Promise<number>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  // Who only reads the output need not ask for the code.
  exited.catch(() => undefined);
  const finish = async (): Promise<void> => {
    const ended = await socket.closed;
    const code = told.status && exitCodeOf(told.status);
    if (code !== undefined) settle(code);
    else fail(told.status === undefined ? ended : new SessionEnded(ended.code, told.status.message ?? ended.reason));
  };
  return {
    output: outputOf(socket, told, finish),
    exited,
    write: (input) => socket.send(typeof input === "string" ? encoder.encode(input) : input, STDIN),
    endInput: () => socket.sendNow(Uint8Array.of(CLOSE, STDIN)),
    resize: ({ columns, rows }) =>
      socket.sendNow(Uint8Array.of(RESIZE, ...encoder.encode(JSON.stringify({ Width: columns, Height: rows })))),
    close: () => socket.close(),
  };
}

async function* outputOf(
  socket: OpenSocket,
  told: { status?: Status },
  finish: () => Promise<void>,
): AsyncGenerator<ShellOutput, void> {
  for await (const message of socket.messages()) {
    const [channel] = message;
    const data = message.subarray(1);
    if (channel === STATUS) told.status = JSON.parse(new TextDecoder().decode(data)) as Status;
    else if ((channel === STDOUT || channel === STDERR) && data.length > 0)
      yield { stream: channel === STDOUT ? "stdout" : "stderr", data };
  }
  await finish();
}

/** Reads the exit code of a status; undefined where there is none, since nothing ran. */
function exitCodeOf({ status, details, message }: Status): number | undefined {
  if (status === "Success") return 0;
  const code = Number(details?.causes?.find(({ reason }) => reason === "ExitCode")?.message ?? NaN);
  if (Number.isInteger(code)) return code;
  return message?.includes("executable file not found") === true ? NOT_RUN + 1 : undefined;
}
