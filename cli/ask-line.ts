import { createInterface } from "node:readline/promises";

/** Asks the person at the terminal for one line; beside the answers, which may be piped. */
export async function askLine(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question, { signal });
  } finally {
    lines.close();
  }
}
