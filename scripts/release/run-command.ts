import { runWith } from "../../local/binaries/run-with.ts";

/** Runs a command to its end, and answers what it said. */
export const runCommand = runWith(process.env, 64 * 1024 * 1024);
