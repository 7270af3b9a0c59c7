import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { UsageError } from "./output/explain-fault.ts";

/** Asks the person at the terminal for one line; beside the answers, which may be piped. A secret is not shown as it is typed. */
export async function askLine(question: string, signal: AbortSignal, isSecret = false): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? nowhere : process.stderr,
    terminal: true,
  });
  // Not before: until then the terminal shows what is typed.
  if (isSecret) process.stderr.write(question);
  // It has the terminal: Ctrl-C comes to it alone, and Ctrl-D ends it without an answer.
  lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const ended = new Promise<never>((_resolve, reject) =>
    lines.once("close", () => reject(new UsageError("Nothing was answered."))),
  );
  try {
    return await Promise.race([lines.question(isSecret ? "" : question, { signal }), ended]);
  } finally {
    lines.close();
    if (isSecret) process.stderr.write("\n");
  }
}
