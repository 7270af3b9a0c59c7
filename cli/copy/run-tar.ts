import type { Shell } from "../../client/main.ts";

/** A program in a container, as it is opened. */
export type OpenProgram = (command: readonly string[], stdin: boolean) => Promise<Shell>;

const SAID_BYTES_MAX = 2_048;
const NOT_FOUND = 127;

/** Runs a program and yields what it writes; throws in its own words where it fails. */
export async function* readProgram(shell: Shell, name: string): AsyncGenerator<Uint8Array, void> {
  const said: Uint8Array[] = [];
  try {
    for await (const { stream, data } of shell.output) {
      if (stream === "stdout") yield data;
      else if (sizeOf(said) < SAID_BYTES_MAX) said.push(data);
    }
  } finally {
    // Who stops reading wants no more of it.
    shell.close();
  }
  const code = await shell.exited;
  if (code === NOT_FOUND) throw new Error(`The container has no ${name}: its image has to bring one.`);
  if (code !== 0) throw new Error(`${name} in the container ended with ${code}: ${textOf(said)}`);
}

/** Gives a program its input to the end, and waits for its own. */
export async function feedProgram(shell: Shell, name: string, input: AsyncIterable<Uint8Array>): Promise<void> {
  const ended = drain(readProgram(shell, name));
  ended.catch(() => undefined);
  try {
    for await (const chunk of input) await shell.write(chunk);
  } catch (error) {
    shell.close();
    throw error;
  }
  shell.endInput();
  await ended;
}

/** Asks whether a path is a folder there; no, where the image cannot say it. */
export async function isRemoteFolder(open: OpenProgram, path: string): Promise<boolean> {
  const shell = await open(["test", "-d", path], false);
  await drain(shell.output);
  return (await shell.exited) === 0;
}

async function drain(parts: AsyncGenerator): Promise<void> {
  while ((await parts.next()).done !== true) continue;
}

function textOf(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString("utf8", 0, SAID_BYTES_MAX).trim();
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
