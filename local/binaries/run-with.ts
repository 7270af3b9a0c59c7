import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Run } from "./go-build.ts";

/** Makes what runs a command to its end, with these variables, and answers what it said. */
export function runWith(variables: NodeJS.ProcessEnv, outputBytesMax: number): Run {
  return async ({ command, args, cwd, env }) => {
    try {
      const options = { cwd, env: { ...variables, ...env }, maxBuffer: outputBytesMax };
      return { code: 0, output: (await promisify(execFile)(command, [...args], options)).stdout };
    } catch (error) {
      const { stdout = "", stderr = "", message } = error as { stdout?: string; stderr?: string; message: string };
      return { code: 1, output: `${stdout}${stderr}` || message };
    }
  };
}
