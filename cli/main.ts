#!/usr/bin/env node
import { readSurroundings } from "./config.ts";
import { runBerth } from "./run-berth.ts";
import manifest from "./package.json" with { type: "json" };

const surroundings = readSurroundings();
const ends = new AbortController();
const interrupt = (): void => {
  ends.abort();
  // A second one does not wait for anything.
  process.once("SIGINT", () => process.exit(130));
};
process.once("SIGINT", interrupt);
process.once("SIGTERM", interrupt);
// A terminal sends Ctrl-C to us, too. SIGHUP is heard only here: otherwise it ends us, or nohup has said that it may not.
const lendTerminal = async <T>(work: () => Promise<T>): Promise<T> => {
  const leave = (): void => undefined;
  process.on("SIGINT", leave).off("SIGINT", interrupt).once("SIGHUP", interrupt);
  try {
    return await work();
  } finally {
    process.once("SIGINT", interrupt).off("SIGINT", leave).off("SIGHUP", interrupt);
  }
};
// Who reads our output may go before it ends: "berth logs shop | head".
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (fault: NodeJS.ErrnoException) => {
    if (fault.code === "EPIPE") process.exit(0);
    throw fault;
  });

const host = {
  surroundings,
  canAsk: process.stdin.isTTY && process.stderr.isTTY,
  ask: async (question: string, signal: AbortSignal, isSecret?: boolean) =>
    (await import("./ask-line.ts")).askLine(question, signal, isSecret),
  readStdin: async () => (await import("node:stream/consumers")).text(process.stdin),
  // Whoever runs no command in a pod must not open them: an input that is read keeps the process.
  get streams() {
    return { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
  },
  send: (request: Request) => fetch(request),
  signal: ends.signal,
  lendTerminal,
  openBrowser: async (url: string) => (await import("./open-browser.ts")).openBrowser(url, surroundings.browser),
};
process.exitCode = await runBerth(process.argv.slice(2), manifest.version, host, process);
